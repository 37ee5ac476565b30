import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Refusal } from '#domain/refusal.ts'
import { coreEnvironment } from '../binary/run-binary.ts'
import { createLineReader } from './output.ts'

const startMs = 10_000
const termMs = 2_000

const live = new Set<ChildProcess>()
// Never leave a test core running when the panel exits.
process.on('exit', () => {
  for (const child of live) signal(child, 'SIGKILL')
})

/** To the whole process group: what a script started would go on, and keep its output open. */
function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name)
  } catch {
    // it has just ended
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

async function endsWithin(child: ChildProcess, ms: number): Promise<boolean> {
  const limit = AbortSignal.timeout(ms)
  if (!hasEnded(child)) await once(child, 'close', { signal: limit }).catch(() => {})
  return hasEnded(child)
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child) || child.pid === undefined) return
  const ended = once(child, 'close') // after all its output was read
  signal(child, 'SIGTERM')
  const hard = setTimeout(() => signal(child, 'SIGKILL'), termMs)
  await ended
  clearTimeout(hard)
}

function untilStarted(child: ChildProcess, lines: CoreLines, last: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Refusal('outbound.test-core-too-slow')), startMs)
    const stop = (settle: () => void) => {
      clearTimeout(timer)
      settle()
    }
    lines.whenStarted(() => stop(resolve))
    child.once('error', (error) =>
      stop(() => reject(new Refusal('outbound.test-core-not-started', { reason: error.message }))),
    )
    child.once('exit', () => stop(() => reject(new Refusal('outbound.test-core-ended', { reason: last() }))))
  })
}

/** A core for one test. Its configuration is passed on standard input, so no key reaches a file. */
export async function startTestCore(binary: string, env: NodeJS.ProcessEnv, config: unknown) {
  const child = spawn(binary, ['run', '-c', 'stdin:'], { env, stdio: 'pipe', shell: false, detached: true })
  live.add(child)
  child.once('exit', () => {
    live.delete(child)
    signal(child, 'SIGKILL') // what it started, and left
  })
  child.once('error', () => live.delete(child))
  const lines = createCoreLines()
  let last = ''
  let panic = ''
  const read = (line: string) => {
    last = line.slice(0, 500)
    if (/^(?:panic|fatal error): /.test(line)) panic ||= last
    lines.read(line)
  }
  for (const stream of [child.stdout, child.stderr]) {
    const reader = createLineReader(read)
    stream.on('data', reader.write).on('end', reader.end)
  }
  child.stdin.on('error', () => {}) // it exited without reading; its exit says why
  child.stdin.end(JSON.stringify(config))
  try {
    await untilStarted(child, lines, () => last)
  } catch (error) {
    await end(child)
    throw error
  }
  return {
    lines,
    pid: child.pid,
    hasEnded: () => hasEnded(child),
    /** Waits for the core to exit, which may take a while: a crashing core prints its trace first. */
    endsWithin: (ms: number) => endsWithin(child, ms),
    /** Why it exited, in its own words. */
    lastWords: () => panic || last,
    stop: () => end(child),
  }
}

export type TestCore = Awaited<ReturnType<typeof startTestCore>>

/** Starts cores for tests, as long as the panel runs. */
export function createTestCores(binFolder: string) {
  const ending = new AbortController()
  const signal: AbortSignal = ending.signal
  return {
    /** Where a core finds its geo files. */
    binFolder,
    /** Aborted when the panel stops, which ends a test too. */
    signal,
    start(binary: string, config: unknown): Promise<TestCore> {
      signal.throwIfAborted()
      return startTestCore(binary, coreEnvironment(binFolder), config)
    },
    stop: () => ending.abort(new Refusal('panel.stopped')),
  }
}

export type TestCores = ReturnType<typeof createTestCores>

/** `[Info] [767735653] app/dispatcher: taking detour [probe-0] for [tcp:a.example:443]` */
const taken = /\[(\d+)\] app\/dispatcher: taking detour \[(probe-\d+)\]/
const failed = /\[(\d+)\] .*failed to process outbound traffic > (.*)$/
const blocked = /\[(\d+)\] proxy\/freedom: blocked target/
/** The line that the core prints once all its listeners are open. */
const started = /\[Warning\] core: Xray \S+ started$/

/** Stands behind the list of what each try failed with. */
const allFailed = '] > common/retry: all retry attempts failed'

/** The innermost cause in the core's error chain, without the package name. */
export function causeOf(chain: string): string {
  const [, attempts] = /\[((?:dial|lookup|remote error|tls|x509)[^\]]*)\]/.exec(chain) ?? []
  const tries = chain.endsWith(allFailed) ? chain.slice(chain.indexOf('[') + 1, -allFailed.length) : chain
  const last = attempts ?? tries.split(' > ').at(-1) ?? ''
  return last.replace(/^[a-z0-9]+(\/[a-z0-9_]+)+: /, '').slice(0, 300)
}

/** Follows what a test core logs about each of its outbounds. */
export function createCoreLines() {
  const outboundOf = new Map<string, string>()
  const causes = new Map<string, string>()
  const blocks = new Map<string, () => void>()
  let onStarted = () => {}

  return {
    read(line: string): void {
      if (started.test(line)) onStarted()
      const [, session, outbound] = taken.exec(line) ?? []
      if (session && outbound) outboundOf.set(session, outbound)
      const [, failing = '', chain = ''] = failed.exec(line) ?? []
      const named = outboundOf.get(failing)
      if (named) causes.set(named, causeOf(chain))
      const hidden = outboundOf.get(blocked.exec(line)?.[1] ?? '')
      if (hidden) blocks.get(hidden)?.()
    },
    whenStarted: (run: () => void) => {
      onStarted = run
    },
    /** Registers a callback for when the core stops this outbound from reaching a private address. */
    whenBlocked: (outbound: string, run: () => void) => blocks.set(outbound, run),
    cause: (outbound: string): string | undefined => causes.get(outbound),
  }
}

export type CoreLines = ReturnType<typeof createCoreLines>
