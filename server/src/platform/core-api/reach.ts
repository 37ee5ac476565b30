import { closeSync, constants, openSync } from 'node:fs'
import { basename, dirname } from 'node:path'

/** What the kernel takes for the path of a socket. */
const MOST_PATH_BYTES = 107

/** A long path is gone about by way of its folder, which stays open for as long as the channel does. */
export function reach(address: string): { path: string | undefined; leave(): void } {
  if (!address.startsWith('/')) return { path: undefined, leave: () => {} }
  if (Buffer.byteLength(address) <= MOST_PATH_BYTES) return { path: address, leave: () => {} }
  const folder = openSync(dirname(address), constants.O_RDONLY | constants.O_DIRECTORY)
  let isOpen = true // its number is somebody else's once it is closed
  return {
    path: `/proc/self/fd/${folder}/${basename(address)}`,
    leave() {
      if (isOpen) closeSync(folder)
      isOpen = false
    },
  }
}
