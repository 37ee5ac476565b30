import { closeSync, constants, openSync } from 'node:fs'
import { basename, dirname } from 'node:path'

/** The kernel's limit for a socket path. */
const MOST_PATH_BYTES = 107

/** A path that is too long is reached through its folder, which stays open as long as the channel. */
export function reach(address: string): { path: string | undefined; leave(): void } {
  if (!address.startsWith('/')) return { path: undefined, leave: () => {} }
  if (Buffer.byteLength(address) <= MOST_PATH_BYTES) return { path: address, leave: () => {} }
  const folder = openSync(dirname(address), constants.O_RDONLY | constants.O_DIRECTORY)
  let isOpen = true // the fd number may be reused after closing
  return {
    path: `/proc/self/fd/${folder}/${basename(address)}`,
    leave() {
      if (isOpen) closeSync(folder)
      isOpen = false
    },
  }
}
