import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Refusal } from '#domain/refusal.ts'
import { fromSqlite, type Row } from './cells.ts'
import type { TableShape } from './shape.ts'
import { type Source, stepOf } from './source.ts'

/** Few enough that a panel that serves meanwhile does not notice one slice. */
const sliceRows = 500

const stateOf = (file: string) => {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat && { size: stat.size, mtimeMs: stat.mtimeMs }
}

/**
 * A file without a write-ahead log is opened as one that nobody changes: SQLite then makes no file beside it, so a
 * folder that cannot be written to will do. With a log, reading needs the index of the log; the log itself and the
 * database stay as they are.
 */
function openReadOnly(file: string, check: boolean): DatabaseSync {
  const isWhole = ['-wal', '-journal'].every((end) => !stateOf(file + end)?.size)
  const url = pathToFileURL(file)
  if (isWhole) url.search = '?mode=ro&immutable=1'
  const db = new DatabaseSync(url, { readOnly: true })
  try {
    db.exec('pragma busy_timeout=10000; pragma cache_size=-16000; begin')
    const [first] = check ? Object.values(db.prepare('pragma quick_check(1)').get() ?? {}) : ['ok']
    if (first !== 'ok') throw new Refusal('start.database-damaged', { file })
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function opened(file: string, check: boolean): DatabaseSync {
  if (!stateOf(file)) throw new Refusal('cli.database-missing', { file })
  try {
    return openReadOnly(file, check)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { errcode, message } = error as Error & { errcode?: number } // node:sqlite throws nothing else
    if (errcode === 26 || errcode === 11) throw new Refusal('start.database-damaged', { file })
    throw new Refusal('start.database-not-openable', { file, reason: message })
  }
}

/**
 * A file of ours, read as it is. A file that somebody writes to meanwhile is noticed at the end, by `unchanged`. The
 * check of the whole file is one long step: a panel that serves meanwhile leaves it out for a file that it just wrote.
 */
export function openSqliteSource(file: string, { check = true } = {}): Source & { tables(): string[] } {
  const states = () => JSON.stringify(['', '-wal'].map((end) => stateOf(file + end)))
  const before = states()
  const db = opened(file, check)
  const one = (sql: string, ...values: string[]): unknown[] | undefined => {
    const statement = db.prepare(sql)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    return statement.get(...values) as unknown[] | undefined // the statement returns arrays
  }
  const tables = db
    .prepare("select name from sqlite_schema where type = 'table'")
    .all()
    .map(({ name }) => String(name))

  async function* read(shape: TableShape): AsyncGenerator<readonly Row[]> {
    const columns = shape.columns.map(({ name }) => `t."${name}"`).join(', ')
    const statement = db.prepare(`select ${columns} from "${shape.name}" as t`)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    let slice: Row[] = []
    for (const row of statement.iterate() as Iterable<unknown>) {
      slice.push(fromSqlite(shape, row as unknown[])) // the statement returns arrays
      if (slice.length < sliceRows) continue
      yield slice
      slice = []
      await turn()
    }
    if (slice.length > 0) yield slice
  }

  return {
    where: file,
    steps: async () =>
      tables.includes('schema_migrations')
        ? db.prepare('select * from schema_migrations').all().map(stepOf)
        : undefined,
    count: async ({ name }) => Number(one(`select count(*) from "${name}"`)?.[0] ?? 0),
    read,
    lastId: async ({ name }) =>
      tables.includes('sqlite_sequence')
        ? BigInt(String(one('select seq from sqlite_sequence where name = ?', name)?.[0] ?? 0))
        : 0n,
    tables: () => tables,
    unchanged: () => states() === before,
    close: async () => db.close(),
  }
}
