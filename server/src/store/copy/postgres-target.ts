import { Refusal } from '#domain/refusal.ts'
import { pendingSteps } from '../migrate.ts'
import { type Tx, writerLock } from '../open.ts'
import type { Cell, Row } from './cells.ts'
import { type Line, openLine } from './postgres-line.ts'
import { readPostgres } from './postgres-source.ts'
import type { TableShape } from './shape.ts'
import { stepOf } from './source.ts'
import { tableNames, telling } from './tables.ts'
import type { Target } from './target.ts'

export interface Asked {
  replace: boolean
  /** The tables before a newer version was there: what it made goes, unknown as it is. */
  before?: readonly string[] | undefined
  admit: (tx: Tx) => Promise<void>
}

/**
 * One transaction for everything, from dropping the old tables on: PostgreSQL keeps them until the commit. It waits for
 * the same lock as every write of a panel, so a panel that starts meanwhile waits for the end.
 */
export async function openPostgresTarget(dsn: string, { replace, before, admit }: Asked): Promise<Target> {
  const line = await openLine(dsn)
  try {
    await line.query('begin')
    await line.query('select pg_advisory_xact_lock($1)', [writerLock])
    const there = await (before ? tablesSince(line, before) : tablesThere(line))
    // The line is in the transaction; the type of Kysely's own transactions only adds how to end them.
    if (there.size > 0) await admit(line.kysely as unknown as Tx)
    if (!replace) await refuseRows(line, there)
    // An unknown table may refer to one of ours.
    const how = before ? ' cascade' : ''
    for (const table of there) await line.query(`drop table if exists "${table}"${how}`)
  } catch (error) {
    await line.close()
    throw error
  }
  return targetOn(line)
}

/** Our tables in the target. Tables of the same name that are not ours (those of 3x-ui) are never dropped. */
async function tablesThere(line: Line): Promise<Set<string>> {
  const rows = await line.query(
    'select tablename as name from pg_tables where schemaname = current_schema() and tablename = any($1)',
    [tableNames],
  )
  const there = new Set(rows.map(({ name }) => String(name)))
  const [first] = there
  if (first !== undefined && !there.has('schema_migrations'))
    throw new Refusal('cli.foreign-tables', { where: line.where, table: first })
  if (first !== undefined) {
    const steps = await line.query('select * from schema_migrations')
    // A newer schema may have tables that nobody here knows: they would be left behind.
    pendingSteps(steps.map(stepOf))
  }
  return there
}

/** Our tables, and those that came after `before`. */
async function tablesSince(line: Line, before: readonly string[]): Promise<Set<string>> {
  const rows = await line.query('select tablename as name from pg_tables where schemaname = current_schema()')
  const ours: readonly string[] = tableNames
  const names = rows.map(({ name }) => String(name))
  return new Set(names.filter((name) => ours.includes(name) || !before.includes(name)))
}

async function refuseRows(line: Line, there: ReadonlySet<string>): Promise<void> {
  for (const table of telling) {
    if (!there.has(table)) continue
    const rows = await line.query(`select 1 from "${table}" limit 1`)
    if (rows.length > 0) throw new Refusal('cli.database-not-empty', { where: line.where })
  }
}

function targetOn(line: Line): Target {
  const filled = new Set<string>()
  return {
    engine: 'postgres',
    where: line.where,
    on: line.kysely,
    insert(shape, rows) {
      filled.add(`"${shape.name}"`)
      return line.copyIn(copyText(shape), Buffer.from(linesOf(shape, rows)))
    },
    setLastId: async ({ name }, id) => {
      if (id > 0n)
        await line.query(`select setval(pg_get_serial_sequence('"${name}"', 'id'), $1)`, [String(id)])
    },
    written: async () => ({ read: (shape) => readPostgres(line.query, shape), close: async () => {} }),
    async finish() {
      // Without it the planner knows nothing about the tables until the server looks at them by itself.
      if (filled.size > 0) await line.query(`analyze ${[...filled].join(', ')}`)
      await line.query('commit').catch((error: Error & { severity?: string }) => {
        // The server said no, or nobody knows what it did.
        throw error.severity ? error : new Refusal('cli.commit-unanswered', { where: line.where })
      })
      await line.close()
    },
    /** The server rolls back when the connection ends, so a lost one needs nothing more. */
    giveUp: () => line.close(),
  }
}

const copyText = ({ name, columns }: TableShape): string =>
  `copy "${name}" (${columns.map((column) => `"${column.name}"`).join(', ')}) from stdin`

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escaped = (text: string): string =>
  /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, (c) => escapes[c] ?? c) : text

/** PostgreSQL's text format of COPY: a line per row, tabs between columns, `\N` for null. */
function linesOf({ columns }: TableShape, rows: readonly Row[]): string {
  const isBool = columns.map(({ kind }) => kind === 'bool')
  const cellText = (cell: Cell, i: number): string => {
    if (cell === null) return '\\N'
    if (typeof cell === 'string') return escaped(cell)
    return isBool[i] ? (cell === 1n ? 't' : 'f') : String(cell)
  }
  let text = ''
  for (const row of rows) text += `${row.map(cellText).join('\t')}\n`
  return text
}
