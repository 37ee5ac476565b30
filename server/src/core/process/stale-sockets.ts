import { lstat, unlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { isSocketPath, socketFile } from '#domain/inbounds/listen.ts'

const patienceMs = 1_000

/** The error code of a failed connection; undefined if it succeeds or times out. */
function failureOf(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ path })
    const done = (code: string | undefined) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(code)
    }
    const timer = setTimeout(() => done(undefined), patienceMs)
    socket.once('connect', () => done(undefined))
    socket.once('error', (error: NodeJS.ErrnoException) => done(error.code))
  })
}

/**
 * A killed core leaves its unix socket files behind, and the next one cannot listen there. Removes such a file: only a
 * socket, and only if it refuses connections, so never one in use.
 */
export async function removeStaleSocket(listen: unknown): Promise<boolean> {
  if (typeof listen !== 'string' || !isSocketPath(listen) || listen.startsWith('@')) return false
  const path = socketFile(listen)
  try {
    if (!(await lstat(path)).isSocket() || (await failureOf(path)) !== 'ECONNREFUSED') return false
    await unlink(path)
    return true
  } catch {
    return false // missing, or not ours to remove: the core reports the problem
  }
}

export async function removeStaleSockets(listens: Iterable<unknown>): Promise<void> {
  await Promise.all([...listens].map(removeStaleSocket))
}
