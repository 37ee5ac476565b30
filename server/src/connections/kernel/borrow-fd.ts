import { fstatSync } from 'node:fs'
import { EBADF, type Native, SystemFault } from './native.ts'

const ENOTCONN = 107

/**
 * Borrows sockets of another process one at a time and closes each copy immediately. A descriptor may have been reused
 * for another connection since the lookup: the inode shows it, and it is skipped.
 */
export function borrowFds(
  native: Native,
  pid: number,
  inodes: readonly number[],
  descriptors: ReadonlyMap<number, number>,
  work: (fd: number, inode: number) => void,
): number[] {
  const done: number[] = []
  if (inodes.length === 0) return done
  const pidfd = native.pidfdOpen(pid)
  try {
    for (const inode of inodes) {
      const theirs = descriptors.get(inode)
      if (theirs === undefined) continue
      try {
        const fd = native.pidfdGetfd(pidfd, theirs)
        try {
          if (fstatSync(fd).ino !== inode) continue
          work(fd, inode)
          done.push(inode)
        } finally {
          native.close(fd)
        }
      } catch (error) {
        const gone = error instanceof SystemFault && (error.errno === EBADF || error.errno === ENOTCONN)
        if (!gone) throw error
      }
    }
  } finally {
    native.close(pidfd)
  }
  return done
}
