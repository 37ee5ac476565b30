import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Refusal } from '#domain/refusal.ts'
import { type CoreLines, createCoreLines } from './core-lines.ts'
import { coreEnvironment } from './environment.ts'

const startMs = 10_000
const termMs = 2_000

const live = new Set<ChildProcess>()
// Never leave a test core running when the panel exits.
process.on('exit', () => {
  for (const child of live) child.kill('SIGKILL')
})

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

async function endsWithin(child: ChildProcess, ms: number): Promise<boolean> {
  const limit = AbortSignal.timeout(ms)
  if (!hasEnded(child)) await once(child, 'close', { signal: limit }).catch(() => {})
  return hasEnded(child)
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child) || child.pid === undefined) return
  const ended = once(child, 'close') // after all its output was read
  child.kill('SIGTERM')
  const hard = setTimeout(() => child.kill('SIGKILL'), termMs)
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
  const child = spawn(binary, ['run', '-c', 'stdin:'], { env, stdio: 'pipe', shell: false })
  live.add(child)
  child.once('exit', () => live.delete(child))
  child.once('error', () => live.delete(child))
  const lines = createCoreLines()
  let last = ''
  let panic = ''
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      last = line.slice(0, 500)
      if (/^(?:panic|fatal error): /.test(line)) panic ||= last
      lines.read(line)
    })
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
