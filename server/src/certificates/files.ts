import { mkdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readText } from '../platform/files.ts'
import { writeAtomic } from '../platform/write-atomic.ts'
import type { Reader } from '../store/open.ts'

const rootOf = (dataFolder: string): string => join(dataFolder, 'certificates')

export function filesOf(dataFolder: string, id: number) {
  const folder = join(rootOf(dataFolder), String(id))
  return { cert: join(folder, 'fullchain.pem'), key: join(folder, 'privkey.pem') }
}

/** The certificate of the panel whose file this is; undefined for a file of somebody else. */
export function managedIdOf(dataFolder: string, file: string): number | undefined {
  const id = Number(basename(dirname(file)))
  return Number.isSafeInteger(id) && filesOf(dataFolder, id).cert === file ? id : undefined
}

export type CertificateFiles = ReturnType<typeof filesOf>

/**
 * Writes what the database has: each instance serves its own files. The key comes first, and both take the place of the
 * old ones by a rename, so that a core which reads them in between finds complete files. Its next look corrects a pair
 * that it read halfway.
 */
export function createFiles(dataFolder: string) {
  let known: readonly number[] = []
  return async function write(source: Reader): Promise<void> {
    const rows = await source
      .selectFrom('certificates')
      .select(['id', 'fullchain', 'private_key'])
      .where('fullchain', '<>', '')
      .execute()
    for (const { id, fullchain, private_key } of rows) {
      const { cert, key } = filesOf(dataFolder, id)
      if (readText(cert) === fullchain && readText(key) === private_key) continue
      mkdirSync(join(rootOf(dataFolder), String(id)), { recursive: true, mode: 0o700 })
      writeAtomic(key, private_key)
      writeAtomic(cert, fullchain)
    }
    const ids = rows.map(({ id }) => id)
    for (const id of known)
      if (!ids.includes(id)) rmSync(join(rootOf(dataFolder), String(id)), { recursive: true, force: true })
    known = ids
  }
}
