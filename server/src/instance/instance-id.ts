import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '#domain/refusal.ts'

const idPattern = /^[0-9a-f]{16}$/

/**
 * The id of the instance that uses this data folder: made once, kept beside the record of its core (ADR 040). To be
 * called under the folder's lock.
 */
export function instanceIdOf(folder: string): string {
  const file = join(folder, 'instance-id')
  try {
    return readId(file) ?? makeId(file)
  } catch (error) {
    throw new Refusal('start.instance-id-unusable', { file, reason: (error as Error).message })
  }
}

function readId(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim()
    return idPattern.test(text) ? text : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** On the disk before it is used: after a power cut the same id must be found again. */
function makeId(file: string): string {
  const id = randomBytes(8).toString('hex')
  const draft = `${file}.new`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeSync(handle, `${id}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draft, file)
  return id
}
