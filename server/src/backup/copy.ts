import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readdirSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { Refusal } from '#domain/refusal.ts'
import type { Db } from '../platform/db/open.ts'
import { createSerial } from '../platform/db/serial.ts'

const prefix = '.copy-'
/** Copy in one step: with several, every write in between would restart the copy. */
const allPages = 2_147_483_647

/**
 * A consistent snapshot of the database while writes go on. The temporary file (0600, R8) lies beside the database and
 * is unlinked before the first byte is sent, so nothing is left behind whatever happens.
 */
export function createCopies(db: Pick<Db, 'bulk'>, dataFolder: string) {
  const serial = createSerial()

  function sweep(): void {
    for (const name of readdirSync(dataFolder))
      if (name.startsWith(prefix)) rmSync(join(dataFolder, name), { force: true })
  }

  async function copied(source: string): Promise<FileHandle> {
    sweep() // left by a panel that was killed during a copy
    const copy = join(dataFolder, prefix + randomBytes(8).toString('hex'))
    closeSync(openSync(copy, 'wx', 0o600))
    const reader = new DatabaseSync(source, { readOnly: true })
    try {
      await backup(reader, copy, { rate: allPages })
      return await open(copy, 'r')
    } finally {
      reader.close()
      rmSync(copy, { force: true })
    }
  }

  return async function download(): Promise<Readable> {
    const { bulk } = db
    if (bulk.kind !== 'file') throw new Refusal('backup.postgres')
    const handle = await serial(() => copied(bulk.file))
    return handle.createReadStream() // closes the handle at the end, also when aborted
  }
}
