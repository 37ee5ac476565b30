import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Installation, thisCheckout } from '#test/another-user.ts'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'

const repository = dirname(dirname(fileURLToPath(import.meta.url)))

interface Runtime {
  flags: string[]
  env: Record<string, string>
}
/** What the launcher passes to Node; the file is ours, so its shape is known. */
export const runtime = JSON.parse(readFileSync(join(repository, 'tools', 'runtime.json'), 'utf8')) as Runtime

/** What runs the built program, as the launcher does: its command line and environment. */
export function builtProgram({ node, folder, entry = 'main.js' }: Installation = thisCheckout) {
  return {
    node,
    args: [...runtime.flags, join(folder, 'dist', 'server', entry)],
    env: {
      PATH: process.env.PATH ?? '',
      ...runtime.env,
      NODE_COMPILE_CACHE: join(folder, '.cache', 'compile'),
    },
  }
}

export const admin = { username: 'root', password: 'a long pass phrase' }

export interface Program {
  child: ChildProcess
  pid: number
  port: number
  /** Where a test reaches it, with base path `/`: on loopback unless it runs in a namespace. */
  url: string
  /** Lines of standard output so far, and the text of standard error. */
  lines: string[]
  errors: () => string
  /** Resolves with the milliseconds since the start; rejects when the program ends without being ready. */
  ready: Promise<number>
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Waits for the `n`th ready line: a panel that restarts in the process prints another. */
  readyAgain(n: number): Promise<void>
  kill(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export interface Start {
  folder: string
  port?: number
  subPort?: number
  args?: string[]
  env?: Record<string, string | undefined>
  /** Another user needs an installation that it can read: see `another-user.ts`. */
  uid?: number
  gid?: number
  installation?: Installation
  /** A network namespace to run in, and where it is reached from outside. */
  inside?: { enter: readonly string[]; origin: string }
}

/** The built program as a child process, as the launcher runs it; `npm test` builds it before. */
export async function startProgram(start: Start): Promise<Program> {
  const port = start.port ?? (await freePort())
  const began = performance.now()
  const installation = start.installation ?? thisCheckout
  const { node, args, env } = builtProgram(installation)
  const command = [...(start.inside?.enter ?? []), node, ...args, ...(start.args ?? [])]
  const child = spawn(command[0] ?? node, command.slice(1), {
    cwd: installation.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(start.uid !== undefined && { uid: start.uid, gid: start.gid ?? start.uid }),
    env: {
      ...env,
      SLUICE_DB_FOLDER: start.folder,
      SLUICE_PORT: String(port),
      SLUICE_SUB_PORT: String(start.subPort ?? (await freePort())),
      SLUICE_ADMIN_USERNAME: admin.username,
      SLUICE_ADMIN_PASSWORD: admin.password,
      SLUICE_CORE_BIN: 'none', // a test that wants a core names it
      SLUICE_ACME_DIRECTORY: 'https://127.0.0.1:9/', // nobody is there: no test asks a real authority
      ...start.env,
    },
  })
  const output = follow(child)
  const ended: Program['ended'] = new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
    child.once('error', () => resolve({ code: null, signal: null })) // `errors` says why
  })
  const readyAgain = (n: number) =>
    until(
      'the program is ready',
      () => {
        if (output.readyAt.length >= n) return true
        if (!output.hasEnded()) return false
        throw new Error(`the program ended:\n${output.lines.join('\n')}\n${output.errors()}`)
      },
      startMs,
    )
  const ready = readyAgain(1).then(() => (output.readyAt[0] ?? 0) - began)
  ready.catch(() => {}) // a start that must fail has nobody waiting for it
  return {
    child,
    pid: child.pid ?? 0,
    port,
    url: `${start.inside?.origin ?? 'http://127.0.0.1'}:${port}`,
    lines: output.lines,
    errors: output.errors,
    ready,
    ended,
    readyAgain,
    kill: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/** A start with a large database, or an import, takes its time. */
const startMs = 240_000
const isReady = (line: string) => line.startsWith('Sluice is ready:')

function follow(child: ChildProcess) {
  const lines: string[] = []
  const readyAt: number[] = []
  let rest = ''
  let errors = ''
  let hasEnded = false
  child.stdout?.on('data', (chunk) => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
    readyAt.push(...parts.filter(isReady).map(() => performance.now()))
  })
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  child.once('close', () => {
    hasEnded = true
  })
  child.once('error', (error) => {
    hasEnded = true
    errors += `it could not be started: ${error.message}\n`
  })
  return { lines, readyAt, errors: () => errors, hasEnded: () => hasEnded }
}
