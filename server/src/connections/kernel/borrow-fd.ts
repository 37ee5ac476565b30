import { fstatSync } from 'node:fs'
import { EBADF, type Native, SystemFault } from './native.ts'

const ENOTCONN = 107

/**
 * Borrows sockets of another process, one after the other, and gives each back at once. A descriptor may have been
 * closed and given to another connection since it was looked up: the inode tells, and such a one is left alone.
 */
export function borrow(
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
