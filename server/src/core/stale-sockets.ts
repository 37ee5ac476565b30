import { lstat, unlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { isSocketPath, socketFile } from '#domain/inbounds/listen.ts'
import type { Execute } from '../core-api/execute.ts'

const patienceMs = 1_000

/** The code with which a connection fails; undefined where somebody answers, or nobody says anything in time. */
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
 * A core that was killed leaves the files of its unix sockets behind, and the next one cannot listen there. Takes such a
 * file away: only a socket, and only one that refuses connections, so never one that somebody listens on.
 */
export async function removeStaleSocket(listen: unknown): Promise<boolean> {
  if (typeof listen !== 'string' || !isSocketPath(listen) || listen.startsWith('@')) return false
  const path = socketFile(listen)
  try {
    if (!(await lstat(path)).isSocket() || (await failureOf(path)) !== 'ECONNREFUSED') return false
    await unlink(path)
    return true
  } catch {
    return false // it is gone, or not ours to remove: the core says what is in its way
  }
}

export async function removeStaleSockets(listens: Iterable<unknown>): Promise<void> {
  await Promise.all([...listens].map(removeStaleSocket))
}

/** An inbound that is added while the core runs finds its place free too. */
export const afterStaleSockets =
  (execute: Execute): Execute =>
  async (operations) => {
    await removeStaleSockets(operations.flatMap((o) => (o.op === 'addInbound' ? [o.section.listen] : [])))
    await execute(operations)
  }
