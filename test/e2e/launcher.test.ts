import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

// The launcher in its own folder, with a small program in place of the panel: tests how it starts, builds,
// passes signals and ends (ADR 010).
const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const program = (greeting: string) => `
const [what, value] = process.argv.slice(2)
if (what === 'exit') process.exit(Number(value))
if (what === 'die') process.kill(process.pid, 'SIGKILL')
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => console.log('got ' + signal))
process.on('SIGHUP', () => process.exit(3))
process.once('disconnect', () => process.exit())
setInterval(() => {}, 1000)
console.log('${greeting}')
`

let folder: string
let running: Run[] = []

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-launcher-'))
  for (const path of ['tools', 'package.json', 'package-lock.json']) {
    cpSync(join(repository, path), join(folder, path), { recursive: true })
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  write('server/src/main.ts', program('ready'))
  write('server/src/supervise.ts', 'export const nothing = null')
  write('server/src/cli/probe/main.ts', 'export const nothing = null')
  write('server/src/platform/db/sqlite-worker.ts', 'export const nothing = null')
  write('server/src/store/bulk-reads/list-worker.ts', 'export const nothing = null')
  write('server/src/core/api/bulk-worker.ts', 'export const nothing = null')
})

afterEach(async () => {
  for (const run of running) run.child.kill('SIGKILL')
  await Promise.all(running.map((run) => run.ended))
  running = []
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Run {
  child: ChildProcess
  lines: string[]
  sees(line: string): Promise<void>
  /** Everything that wrote to its output has ended, including the program. */
  ended: Promise<{ code: number | null; lines: string[] }>
}

function launch(...args: string[]): Run {
  const child = spawn(process.execPath, ['tools/launch.mjs', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const run: Run = {
    child,
    lines: [],
    sees: (line) =>
      new Promise((resolve, reject) => {
        const look = () => run.lines.includes(line) && resolve()
        child.stdout?.on('data', look)
        child.once('close', () => reject(new Error(`ended before "${line}":\n${run.lines.join('\n')}`)))
        look()
      }),
    ended: new Promise((resolve, reject) =>
      child.once('close', (code) => resolve({ code, lines: run.lines })).once('error', reject),
    ),
  }
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk
      run.lines.splice(0, run.lines.length, ...text.split('\n').slice(0, -1))
    })
  }
  running.push(run)
  return run
}

it('builds once when two start at the same time, and not on a later start', async () => {
  const both = await Promise.all([launch('exit', '0').ended, launch('exit', '0').ended])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(both.flatMap(({ lines }) => lines)).toEqual(['Building server ...'])
  write('server/src/clients/service.test.ts', 'a test is no input')
  expect(await launch('exit', '0').ended).toEqual({ code: 0, lines: [] })
})

it('passes on the exit code, and 128+n for a program that a signal killed', async () => {
  expect((await launch('exit', '5').ended).code).toBe(5)
  expect((await launch('die').ended).code).toBe(128 + 9)
})

it('passes a signal on once however often it arrives, and another one too', async () => {
  const run = launch()
  await run.sees('ready')
  run.child.kill('SIGINT')
  run.child.kill('SIGINT')
  await run.sees('got SIGINT')
  run.child.kill('SIGTERM')
  await run.sees('got SIGTERM')
  run.child.kill('SIGHUP')
  expect(await run.ended).toEqual({ code: 3, lines: ['ready', 'got SIGINT', 'got SIGTERM'] })
})

it('leaves no program behind when it is killed with -9', async () => {
  const run = launch()
  await run.sees('ready')
  run.child.kill('SIGKILL')
  expect(await run.ended).toEqual({ code: null, lines: ['ready'] })
})

it('reports a broken build, keeps the old one, and builds again when it is fixed', async () => {
  write('server/src/main.ts', "import './missing.ts'")
  const broken = await launch().ended
  expect(broken.code).toBe(1)
  expect(broken.lines.join('\n')).toContain('missing.ts')
  expect(broken.lines.at(-1)).toBe('The server could not be built.')
  write('server/src/main.ts', program('ready'))
  expect((await launch('exit', '0').ended).lines).toEqual([])
  write('server/src/main.ts', program('ready again'))
  const run = launch()
  await run.sees('ready again')
  expect(run.lines).toEqual(['Building server ...', 'ready again'])
})
