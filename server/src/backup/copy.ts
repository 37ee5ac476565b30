import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createSerial } from '../platform/db/serial.ts'
import { portableCopy } from '../store/copy/portable-copy.ts'
import type { Db } from '../store/open.ts'

const prefix = '.copy-'

/**
 * A consistent snapshot of the database as an SQLite file, while writes go on. The temporary file (0600, R8) lies in the
 * data folder and is unlinked before the first byte is sent, so nothing is left behind whatever happens.
 */
export function createCopies(db: Pick<Db, 'bulk'>, dataFolder: string) {
  const serial = createSerial()

  function sweep(): void {
    for (const name of readdirSync(dataFolder))
      if (name.startsWith(prefix)) rmSync(join(dataFolder, name), { force: true })
  }

  async function copied(): Promise<FileHandle> {
    sweep() // left by a panel that was killed during a copy
    const copy = join(dataFolder, prefix + randomBytes(8).toString('hex'))
    try {
      await portableCopy(db, copy)
      return await open(copy, 'r')
    } finally {
      rmSync(copy, { force: true })
    }
  }

  return async function download(): Promise<Readable> {
    const handle = await serial(copied)
    return handle.createReadStream() // closes the handle at the end, also when aborted
  }
}
