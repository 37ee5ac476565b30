import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { distrustSchema, plainTables } from '../platform/db/passive-schema.ts'

/** What a file is, by its first bytes and its tables. */
export type FileKind = 'ours' | '3x-ui' | 'marzban' | 'pasarguard' | 'other-sqlite' | 'not-sqlite'

const magic = 'SQLite format 3\0'

export async function isSqlite(path: string): Promise<boolean> {
  const handle = await open(path, 'r')
  try {
    const head = Buffer.alloc(magic.length)
    const { bytesRead } = await handle.read(head, 0, head.length, 0)
    return bytesRead === magic.length && head.toString('latin1') === magic
  } finally {
    await handle.close()
  }
}

/** A panel is known by tables that it has in every version and that no other one has together. */
const marks: readonly [FileKind, readonly string[]][] = [
  ['ours', ['schema_migrations', 'inbounds', 'client_traffics']],
  ['3x-ui', ['inbounds', 'settings', 'users', 'client_traffics']],
  ['pasarguard', ['users', 'jwt', 'core_configs']],
  ['marzban', ['users', 'jwt', 'proxies']],
]

export function kindOfTables(names: Iterable<string>): Exclude<FileKind, 'not-sqlite'> {
  const there = new Set(names)
  const found = marks.find(([, needed]) => needed.every((name) => there.has(name)))?.[0]
  return found === undefined || found === 'not-sqlite' ? 'other-sqlite' : found
}

/** Immutable: nothing is created beside the file, not even for a moment. */
export function kindOfTablesIn(path: string): FileKind {
  try {
    const db = new DatabaseSync(`${pathToFileURL(path).href}?immutable=1`, { readOnly: true })
    try {
      db.exec(distrustSchema)
      return kindOfTables(plainTables(db))
    } finally {
      db.close()
    }
  } catch {
    return 'not-sqlite' // unreadable, or damaged in its first page
  }
}
