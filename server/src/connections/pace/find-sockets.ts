import { readdirSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { EBADF, type Native, SystemFault } from '../kernel/native.ts'
import { peerOf } from './socket-options.ts'

/** Runs with a copy of one of the core's descriptors and closes it at once; undefined if the core has closed it. */
export function borrowed<T>(
  native: Native,
  pidfd: number,
  theirs: number,
  work: (fd: number) => T,
): T | undefined {
  let fd: number
  try {
    fd = native.pidfdGetfd(pidfd, theirs)
  } catch (error) {
    if (error instanceof SystemFault && error.errno === EBADF) return undefined
    throw error
  }
  try {
    return work(fd)
  } finally {
    native.close(fd)
  }
}

/** Descriptors per turn of the event loop. */
const perTurn = 1_000

/**
 * Finds the core's descriptors by the other end of the connection. A new connection has a descriptor that was not there
 * before, or one that was used again: the first are looked at first, and the search stops when all are found.
 */
export function createSocketFinder() {
  const seen = new Map<number, string>()

  function namesOf(pid: number): number[] {
    try {
      return readdirSync(`/proc/${pid}/fd`).map(Number)
    } catch {
      return [] // the core has ended
    }
  }

  return {
    /** Peer -> descriptors. A peer may have two: it can use one port for two of our inbounds. */
    async find(native: Native, pid: number, wanted: ReadonlySet<string>): Promise<Map<string, number[]>> {
      const found = new Map<string, number[]>()
      const names = namesOf(pid)
      const there = new Set(names)
      for (const fd of [...seen.keys()]) if (!there.has(fd)) seen.delete(fd)
      const fresh = names.filter((fd) => !seen.has(fd))
      const old = names.filter((fd) => seen.has(fd))
      const pidfd = native.pidfdOpen(pid)
      try {
        let looked = 0
        for (const fd of [...fresh, ...old]) {
          if (found.size === wanted.size && looked >= fresh.length) break
          if (++looked % perTurn === 0) await turn()
          const peer = borrowed(native, pidfd, fd, (own) => peerOf(native, own)) ?? ''
          seen.set(fd, peer)
          if (peer !== '' && wanted.has(peer)) found.set(peer, [...(found.get(peer) ?? []), fd])
        }
      } finally {
        native.close(pidfd)
      }
      return found
    },
    clear: () => seen.clear(),
  }
}
