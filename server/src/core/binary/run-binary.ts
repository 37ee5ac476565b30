import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

export interface RunOptions {
  /** After this the program is killed and `timedOut` is set. */
  deadlineMs: number
  env?: NodeJS.ProcessEnv
  cwd?: string
  input?: string
  /** Per stream; the head is kept, the rest is read and dropped. */
  maxBytes?: number
  /** Receives every chunk of both streams, for progress. */
  onOutput?: (text: string) => void
  signal?: AbortSignal
}

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
  timedOut: boolean
  /** It wrote without end, and was killed. */
  flooded: boolean
}

/** Both streams together: a compiler that explains every file stays far below. */
const floodBytes = 64 * 2 ** 20

const live = new Set<() => void>()
// A panel that exits must not leave a compiler behind. One listener for all children.
process.on('exit', () => {
  for (const kill of live) kill()
})

/** The output of a stream, up to `max` bytes. */
function collect(stream: NodeJS.ReadableStream, max: number, onChunk: (chunk: Buffer) => void) {
  const chunks: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    onChunk(chunk)
    if (size >= max) return
    const part = chunk.subarray(0, max - size)
    chunks.push(part)
    size += part.length
  })
  return () => Buffer.concat(chunks).toString()
}

const busyTries = 50
const busyWaitMs = 100

/** Runs one program to its end: fixed argv, no shell, a deadline and bounded memory (R8, P55). */
export async function runBinary(file: string, args: readonly string[], options: RunOptions): Promise<Ran> {
  for (let tries = 1; ; tries++) {
    try {
      return await runOnce(file, args, options)
    } catch (error) {
      // A process that was started while this program was being written holds it open for a moment.
      const isBusy = (error as NodeJS.ErrnoException).code === 'ETXTBSY'
      if (!isBusy || tries === busyTries) throw error
    }
    await wait(busyWaitMs)
  }
}

function runOnce(file: string, args: readonly string[], options: RunOptions): Promise<Ran> {
  const { deadlineMs, env = {}, cwd, input = '', maxBytes = 1_048_576, onOutput, signal } = options
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env, ...(cwd && { cwd }), stdio: 'pipe', shell: false, detached: true })
    let timedOut = false
    // The whole process group: a compiler's children must not outlive it.
    const kill = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // it has just ended
      }
    }
    const timer = setTimeout(() => {
      timedOut = true
      kill()
    }, deadlineMs)
    signal?.addEventListener('abort', kill, { once: true })
    live.add(kill)
    const settle = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', kill)
      live.delete(kill)
    }
    let written = 0
    const onChunk = (chunk: Buffer) => {
      onOutput?.(chunk.toString())
      written += chunk.length
      if (written > floodBytes) kill()
    }
    const stdout = collect(child.stdout, maxBytes, onChunk)
    const stderr = collect(child.stderr, maxBytes, onChunk)
    child.stdin.on('error', () => {}) // it ended without reading: its exit code tells why
    child.stdin.end(input)
    child.once('error', (error) => {
      settle()
      reject(error)
    })
    child.once('close', (code) => {
      settle()
      const flooded = written > floodBytes
      resolve({ code, stdout: stdout(), stderr: stderr(), timedOut, flooded })
    })
  })
}

const passed = ['HOME', 'TZ', 'SSL_CERT_FILE', 'SSL_CERT_DIR'] as const

/** The core's environment: no PATH, no panel secrets. Without `multipathtcp=0` MPTCP clients could not be cut (C1). */
export function coreEnvironment(
  assetFolder: string,
  env: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const own: NodeJS.ProcessEnv = { XRAY_LOCATION_ASSET: assetFolder, GODEBUG: 'multipathtcp=0' }
  for (const name of passed) if (env[name]) own[name] = env[name]
  return own
}
