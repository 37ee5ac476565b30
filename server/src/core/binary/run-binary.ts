import { spawn } from 'node:child_process'

export interface RunOptions {
  /** After this the program is killed and `timedOut` says so. */
  deadlineMs: number
  env?: NodeJS.ProcessEnv
  cwd?: string
  input?: string
  /** Of each stream; the head is kept, the rest is read and dropped. */
  maxBytes?: number
  /** Sees every chunk of both streams, for progress. */
  onOutput?: (text: string) => void
  signal?: AbortSignal
}

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
  timedOut: boolean
}

const live = new Set<() => void>()
// A panel that ends must not leave a compiler behind. One listener for all: there may be many at once.
process.on('exit', () => {
  for (const kill of live) kill()
})

/** What a stream said, up to `max` bytes. */
function collect(stream: NodeJS.ReadableStream, max: number, onOutput?: (text: string) => void) {
  const chunks: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    onOutput?.(chunk.toString())
    if (size >= max) return
    const part = chunk.subarray(0, max - size)
    chunks.push(part)
    size += part.length
  })
  return () => Buffer.concat(chunks).toString()
}

/** One program to its end: fixed argv, no shell, a deadline and bounded memory (R8, P55). */
export function runBinary(file: string, args: readonly string[], options: RunOptions): Promise<Ran> {
  const { deadlineMs, env = {}, cwd, input = '', maxBytes = 1_048_576, onOutput, signal } = options
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env, ...(cwd && { cwd }), stdio: 'pipe', shell: false, detached: true })
    let timedOut = false
    // The whole group: a compiler's own children must not outlive it.
    const kill = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // it has ended in this very moment
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
    const stdout = collect(child.stdout, maxBytes, onOutput)
    const stderr = collect(child.stderr, maxBytes, onOutput)
    child.stdin.on('error', () => {}) // it ended without reading: its exit says why
    child.stdin.end(input)
    child.once('error', (error) => {
      settle()
      reject(error)
    })
    child.once('close', (code) => {
      settle()
      resolve({ code, stdout: stdout(), stderr: stderr(), timedOut })
    })
  })
}
