import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from './core-panel.ts'

export interface SmallDisk {
  folder: string
  /** To the last byte. */
  fill(): void
  free(): void
  remove(): void
}

/** A separate file system that a test can fill without harm; a reason if the machine does not allow one. */
export function smallDisk(megabytes: number): SmallDisk | string {
  const folder = newFolder()
  const options = `size=${megabytes}m,mode=0700`
  const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  if (status !== 0) {
    rmSync(folder, { recursive: true })
    return `no small disk can be mounted: ${error?.message ?? String(stderr).trim()}`
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'a')
      for (let size = 1_048_576; size >= 1; ) {
        try {
          writeSync(file, Buffer.alloc(size))
        } catch {
          size >>= 1 // no room for that much
        }
      }
      closeSync(file)
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
