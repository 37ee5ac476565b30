import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import { migrate, migrations, pendingSteps, statementsOf, stepsTable } from '../migrate.ts'
import type { Row } from './cells.ts'
import type { CopyReport, OnProgress, TableName, TableSum } from './report.ts'
import { shapeOf, type TableShape } from './shape.ts'
import type { Source } from './source.ts'
import type { Target } from './target.ts'

interface Wishes {
  skip: readonly TableName[]
  now: number
  onProgress: OnProgress
}

/** The tables of a source as its own steps made them. A source that is not ours, or too new, is refused. */
export async function shapeOfSource(source: Source): Promise<TableShape[]> {
  const applied = await source.steps()
  if (!applied) throw new Refusal('database.not-ours', { where: source.where })
  const pending = pendingSteps(applied)
  return shapeOf(migrations.filter((step) => !pending.includes(step)))
}

/** Every table of the source, summed up while it is read. `visit` gets each slice. */
export async function readTables(
  source: Pick<Source, 'read'>,
  shapes: readonly TableShape[],
  visit: (shape: TableShape, rows: number) => void,
): Promise<TableSum[]> {
  const sums: TableSum[] = []
  for (const shape of shapes) {
    const digest = createDigest()
    for await (const slice of source.read(shape)) {
      digest.add(slice)
      visit(shape, slice.length)
    }
    sums.push({ table: shape.name, ...digest.sum() })
  }
  return sums
}

/**
 * The tables of the source as they are, in the schema that the source has; then the comparison; then the steps that
 * the source lacks. So an older schema is brought up to date on the copy, and the source is only read.
 */
export async function copyTables(source: Source, target: Target, wishes: Wishes): Promise<CopyReport> {
  const shapes = await shapeOfSource(source)
  await makeTables(target, shapes, (await source.steps()) ?? [])
  const copied = shapes.filter(({ name }) => !wishes.skip.includes(name))
  const makeIndexes = await withoutIndexes(target, shapes)
  const progress = await createProgress(source, copied, wishes.onProgress)
  const tables: TableSum[] = []
  for (const shape of copied) {
    tables.push(
      await copyTable(source, target, shape, (rows) => progress('copy', shape.name, rows)).catch((error) => {
        if (!(error instanceof Refusal)) error.message = `${shape.name}: ${error.message}`
        throw error
      }),
    )
    if (shape.numbered) await target.setLastId(shape, await source.lastId(shape))
  }
  await makeIndexes()
  await compare(target, copied, tables, (shape, rows) => progress('compare', shape.name, rows))
  const migrated = await migrate(target.on, target.engine, wishes.now)
  return { tables, rows: tables.reduce((all, { rows }) => all + rows, 0), migrated }
}

/** Empty tables, as these steps make them. */
export async function makeTables(
  { on, engine }: Target,
  shapes: readonly TableShape[],
  applied: readonly { name: string }[],
): Promise<void> {
  const steps = migrations.filter((step) => applied.some(({ name }) => name === step.name))
  await sql.raw(stepsTable).execute(on)
  for (const step of steps)
    for (const statement of statementsOf(step, engine)) await sql.raw(statement).execute(on)
  // A step may write rows of its own; those of the source take their place.
  for (const { name } of shapes) await sql`delete from ${sql.table(name)}`.execute(on)
}

/** The next slice is read while the target stores the last one. */
async function copyTable(
  source: Source,
  target: Target,
  shape: TableShape,
  done: (rows: number) => void,
): Promise<TableSum> {
  const digest = createDigest()
  let storing: Promise<void> = Promise.resolve()
  for await (const slice of source.read(shape)) {
    digest.add(slice)
    await storing
    storing = target.insert(shape, slice)
    storing.catch(() => {}) // thrown by the next await
    done(slice.length)
  }
  await storing
  return { table: shape.name, ...digest.sum() }
}

async function compare(
  target: Target,
  shapes: readonly TableShape[],
  expected: readonly TableSum[],
  visit: (shape: TableShape, rows: number) => void,
): Promise<void> {
  const written = await target.written()
  const found = await readTables(written, shapes, visit)
  await written.close()
  for (const [i, sum] of expected.entries()) {
    const other = found[i]
    if (other?.rows !== sum.rows || other.checksum !== sum.checksum)
      throw new Refusal('database.copy-differs', {
        table: sum.table,
        where: target.where,
        read: sum.rows,
        written: other?.rows ?? 0,
      })
  }
}

async function createProgress(source: Source, shapes: readonly TableShape[], onProgress: OnProgress) {
  let total = 0
  for (const shape of shapes) total += 2 * (await source.count(shape))
  let done = 0
  return (stage: 'copy' | 'compare', table: TableName, rows: number) => {
    done += rows
    // A source on which somebody works may grow between the count and the reading.
    onProgress({ stage, table, done, total: Math.max(total, done) })
  }
}

/** Every cell with its kind and length, so that two different rows never have the same text. */
function textOf(row: Row): string {
  let text = ''
  for (const cell of row) {
    if (cell === null) text += '-,'
    else if (typeof cell === 'string') text += `s${cell.length}:${cell},`
    else text += `${typeof cell === 'bigint' ? 'i' : 'r'}${cell},`
  }
  return text
}

/**
 * A checksum of a table that does not depend on the order of its rows: the engines sort text differently. The SHA-256
 * of each row is added up, so a row that is missing, changed or there twice shows.
 */
function createDigest() {
  const sums = new Uint32Array(8)
  let rows = 0
  return {
    add(slice: readonly Row[]): void {
      for (const row of slice) {
        const bytes = hash('sha256', textOf(row), 'buffer')
        for (let i = 0; i < 8; i++) sums[i] = (sums[i] ?? 0) + bytes.readUInt32LE(i * 4)
      }
      rows += slice.length
    },
    sum: () => ({ rows, checksum: Buffer.from(sums.buffer).toString('hex').slice(0, 32) }),
  }
}

interface Index {
  name: string
  definition: string
}

const lists = {
  sqlite: () =>
    sql<Index>`select name, sql as definition from sqlite_schema where type = 'index' and sql is not null`,
  /** Without those of primary keys and unique columns, which belong to their tables. */
  postgres: (tables: string[]) => sql<Index>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relnamespace = current_schema()::regnamespace and t.relname = any(${tables})
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
}

/** Drops the indexes of empty tables, and returns how to make them again: once, from all rows, is much faster. */
async function withoutIndexes(
  { on, engine }: Target,
  shapes: readonly TableShape[],
): Promise<() => Promise<void>> {
  const { rows } = await lists[engine](shapes.map(({ name }) => name)).execute(on)
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(on)
  return async () => {
    for (const { definition } of rows) await sql.raw(definition).execute(on)
  }
}
