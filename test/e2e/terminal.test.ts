import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '#test/free-port.ts'
import { builtProgram } from '#test/program.ts'
import { until } from '#test/until.ts'

const hasScript = (() => {
  try {
    return execFileSync('script', ['--version']).toString().includes('util-linux')
  } catch {
    return false
  }
})()

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-terminal-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the program on a terminal of its own, which `script` makes, and types into it. */
async function onTerminal(env: Record<string, string>) {
  const { node, args, env: own } = builtProgram()
  const command = ['exec', ...[node, ...args].map((word) => `'${word}'`)].join(' ')
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    env: {
      ...own,
      TERM: 'xterm',
      SLUICE_DB_FOLDER: folder,
      SLUICE_PORT: String(await freePort()),
      SLUICE_SUB_PORT: String(await freePort()),
      ...env,
    },
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  )
  return { said: () => text, type: (keys: string) => child.stdin.write(keys), ended }
}

it.skipIf(!hasScript)(
  'speaks to a person: no JSON, one line for a core that is missing, and a goodbye after Ctrl-C',
  async () => {
    const core = join(folder, 'no-such-core')
    const terminal = await onTerminal({ SLUICE_CORE_BIN: core, NO_COLOR: '1', SLUICE_LOG_LEVEL: 'debug' })
    const attempts = () => terminal.said().split('the core does not run').length - 1
    await until('a second attempt fails', () => attempts() >= 2)
    terminal.type('\u0003')
    expect(await terminal.ended).toBe(0)
    const lines = terminal.said().split(/\r?\n/).filter(Boolean)
    expect(lines.filter((line) => /^\s*\{|"level"| at \S+ \(|\u001b/.test(line))).toEqual([])
    expect(lines.filter((line) => line.includes('error: the core does not run'))).toHaveLength(1)
    expect(lines.at(-1)).toBe('Sluice has stopped. Goodbye.')
    expect(readFileSync(join(folder, 'logs', 'sluice.log'), 'utf8')).toContain(
      'ERROR - the core does not run',
    )
  },
)
