import { randomBytes } from 'node:crypto'
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Refusal } from '#domain/refusal.ts'
import { ownerOnly } from '../../platform/db/lock.ts'
import { kyselyOver } from '../../platform/db/sqlite.ts'
import { createSqliteWriter } from '../../platform/db/sqlite-writer.ts'
import { booleanColumns } from '../boolean-columns.ts'
import type { Schema } from '../schema.ts'
import { openSqliteSource } from './sqlite-source.ts'
import { telling } from './tables.ts'
import type { Target } from './target.ts'

/** A new file with every table; `finish` leaves it closed, complete and on the disk. */
export function openNewFile(file: string): Target {
  ownerOnly(file)
  const writer = createSqliteWriter({ file, booleanColumns })
  const begun = begin()
  begun.catch(() => {}) // thrown by the first statement
  /** Nobody reads the file before it is complete, and on failure it is deleted: it needs no journal, and one sync. */
  async function begin() {
    for (const pragma of ['journal_mode=off', 'synchronous=off', 'cache_size=-64000'])
      await writer.run(`pragma ${pragma}`, [])
    await writer.run('begin immediate', [])
  }
  const run: typeof writer.run = async (sql, parameters) => {
    await begun
    return writer.run(sql, parameters)
  }
  const remove = () => {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true })
  }
  return {
    engine: 'sqlite',
    where: file,
    on: kyselyOver<Schema>(run),
    async insert({ name, columns }, rows) {
      const names = columns.map((column) => `"${column.name}"`).join(', ')
      const blanks = columns.map(() => '?').join(', ')
      await run(`insert into "${name}" (${names}) values (${blanks})`, [
        { width: columns.length, values: rows.flat() },
      ])
    },
    async setLastId({ name }, id) {
      await run('delete from sqlite_sequence where name = ?', [name])
      if (id > 0n) await run('insert into sqlite_sequence (name, seq) values (?, ?)', [name, id])
    },
    async written() {
      // Nobody uses the file yet, and another connection sees what is really in it.
      await run('commit', [])
      const source = openSqliteSource(file, { check: false })
      return {
        read: source.read,
        async close() {
          await source.close()
          await run('begin immediate', [])
        },
      }
    },
    async finish() {
      await run('commit', [])
      await writer.close()
      await synced(file)
    },
    async giveUp() {
      await writer.close().catch(() => {})
      remove()
    },
  }
}

export async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Written beside the file and renamed over it at the end. The folder's lock, if there is one, is the caller's. */
export async function openSqliteTarget(file: string, replace: boolean): Promise<Target> {
  await refuseFile(file, replace)
  const folder = dirname(file)
  const draft = openDraft(file)
  return {
    ...draft,
    where: file,
    async finish() {
      await draft.finish()
      settle(file)
      renameSync(draft.where, file)
      await synced(folder)
    },
  }
}

function openDraft(file: string): Target {
  const folder = dirname(file)
  const prefix = `${basename(file)}.moving-`
  try {
    // Left by a copy that was killed.
    for (const name of readdirSync(folder))
      if (name.startsWith(prefix)) rmSync(join(folder, name), { force: true })
    return openNewFile(join(folder, prefix + randomBytes(6).toString('hex')))
  } catch (error) {
    throw new Refusal('cli.target-unusable', { file, reason: (error as Error).message })
  }
}

/** A write-ahead log that is left beside the old file would be taken for the new one's: it is written into the old. */
function settle(file: string): void {
  if (!statSync(file, { throwIfNoEntry: false })?.size) return
  const db = new DatabaseSync(file)
  try {
    db.exec('pragma busy_timeout=10000; pragma journal_mode=delete')
  } finally {
    db.close()
  }
  if (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size) throw new Refusal('cli.file-in-use', { file })
}

/** Only a database of ours is replaced, and one with rows only if that was asked for. */
async function refuseFile(file: string, replace: boolean): Promise<void> {
  if (!statSync(file, { throwIfNoEntry: false })?.size) return
  const source = openSqliteSource(file)
  try {
    const steps = await source.steps()
    const [first] = source.tables()
    if (!steps && first !== undefined) throw new Refusal('cli.foreign-tables', { where: file, table: first })
    if (replace || !steps) return
    const tables = source.tables()
    for (const name of telling.filter((table) => tables.includes(table)))
      if ((await source.count({ name })) > 0) throw new Refusal('cli.database-not-empty', { where: file })
  } finally {
    await source.close()
  }
}
