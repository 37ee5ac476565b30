import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withStorage } from '#server/cli/offline.ts'
import { type Database, readConfig } from '#server/platform/config.ts'
import { lockFolder } from '#server/platform/db/lock.ts'
import { silentLog } from '#server/platform/log.ts'
import { version } from '#server/platform/version.ts'
import { openSource } from '#server/store/copy/copy-database.ts'
import { makeTables } from '#server/store/copy/copy-tables.ts'
import { shapeOf, type TableShape } from '#server/store/copy/shape.ts'
import { openSqliteSource } from '#server/store/copy/sqlite-source.ts'
import { type Migration, migrations } from '#server/store/migrate.ts'
import { openDb } from '#server/store/open.ts'
import { makeFullDatabase } from '#test/fixtures/full-database.ts'
import { earlierSteps, fixtureOf, openFixture } from '#test/fixtures/schemas/schemas.ts'
import { tableSums } from '#test/fixtures/table-sums.ts'
import { createTestDatabase, type TestDatabase } from '#test/postgres.ts'

const onPostgres = process.env.SLUICE_TEST_DB === 'postgres'
const folder = mkdtempSync(join(tmpdir(), 'sluice-schemas-'))
const databases: TestDatabase[] = []
afterAll(async () => {
  for (const database of databases) await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const openedAt = 1_800_000_000_000
const open = (database: Database, steps?: readonly Migration[]) =>
  openDb(database, silentLog, () => openedAt, undefined, steps)
const upTo = (name: string) => migrations.slice(0, migrations.findIndex((step) => step.name === name) + 1)

/** The rows of a table, in these columns, as sorted texts. */
async function rowsOf(file: string, shape: TableShape): Promise<string[]> {
  const source = openSqliteSource(file)
  const rows: string[] = []
  for await (const slice of source.read(shape)) rows.push(...slice.map((row) => row.join('|')))
  await source.close()
  return rows.sort()
}

/** The old schema with the same rows on PostgreSQL. */
async function onPostgresToo(file: string, steps: readonly Migration[]): Promise<Database> {
  const database = await createTestDatabase()
  databases.push(database)
  const { openPostgresTarget } = await import('#server/store/copy/postgres-target.ts')
  const target = await openPostgresTarget(database.dsn, { replace: false, admit: async () => {} })
  const shapes = shapeOf(steps)
  await makeTables(target, shapes, steps)
  const source = openSqliteSource(file)
  for (const shape of shapes) {
    for await (const slice of source.read(shape)) await target.insert(shape, slice)
    if (shape.numbered) await target.setLastId(shape, await source.lastId(shape))
  }
  await source.close()
  await target.finish()
  return { kind: 'postgres', dsn: database.dsn }
}

it('there is a fixture for every schema before the last', () => {
  const missing = earlierSteps()
    .map(({ name }) => name)
    .filter((name) => !existsSync(fixtureOf(name)))
  expect(missing, 'write them: node test/fixtures/schemas/make.ts').toEqual([])
})

/** A PostgreSQL database takes two or three seconds to make: some schemas and the last two, all of them in the long run. */
const each = process.env.SLUICE_TEST_DB === 'postgres' ? 16 : 4
const isTried = (i: number, all: number) => process.env.SLUICE_LONG === '1' || i % each === 0 || i >= all - 2
const tried = earlierSteps().filter((_, i, all) => isTried(i, all.length))

describe.each(tried.map(({ name }) => name))('a database as of %s', (name) => {
  const file = join(folder, `${name}.db`)
  beforeAll(() => openFixture(name, file))

  it('opens, is brought up to date, and keeps its content', async () => {
    const steps = upTo(name)
    const old = shapeOf(steps).filter((shape) => shape.name !== 'schema_migrations')
    const before = await Promise.all(old.map((shape) => rowsOf(file, shape)))
    expect(before.every((rows) => rows.length > 0)).toBe(true)
    const copy = onPostgres ? await onPostgresToo(file, steps) : undefined
    const pending = migrations.filter((step) => !steps.includes(step)).map((step) => step.name)

    const db = await open({ kind: 'sqlite', file })
    expect(db.migrated).toEqual(pending)
    const stored = await db.read.selectFrom('schema_migrations').select(['name', 'version']).execute()
    expect(stored.filter((step) => step.version === version).map((step) => step.name)).toEqual(pending)
    await db.close()
    for (const [i, shape] of old.entries()) {
      const after = await rowsOf(file, shape)
      const had = new Set(before[i])
      // The history gains totals of all clients, the settings what the panel did before it was one; what was there stays.
      const gains = shape.name.startsWith('history_') || shape.name === 'settings'
      const kept = gains ? after.filter((row) => had.has(row)) : after
      expect([shape.name, ...kept]).toEqual([shape.name, ...(before[i] ?? [])])
    }
    expect(readdirSync(folder).filter((entry) => entry.includes('before-update'))).toEqual([])

    if (!copy) return
    const other = await open(copy)
    expect(other.migrated).toEqual(pending)
    await other.close()
    expect(await tableSums(copy)).toEqual(await tableSums({ kind: 'sqlite', file }))
  })
})

describe('a step that fails half way', () => {
  const schemaOf = (file: string) => {
    const db = new DatabaseSync(file, { readOnly: true })
    const rows = db.prepare('select sql from sqlite_schema order by name').all()
    db.close()
    return rows
  }
  const bad = (statements: string[]): Migration[] => [
    ...migrations,
    { name: '900-bad', statements: () => statements },
  ]

  async function oldDatabase(name: string): Promise<Database> {
    const file = join(folder, `${name}.db`)
    makeFullDatabase(file)
    return onPostgres ? onPostgresToo(file, migrations) : { kind: 'sqlite', file }
  }
  const expectRefused = async (database: Database, steps: readonly Migration[]) => {
    const before = await tableSums(database)
    const schema = database.kind === 'sqlite' ? schemaOf(database.file) : []
    await expect(open(database, steps)).rejects.toThrow(/step "900-bad" failed .*; nothing was changed/)
    expect(await tableSums(database)).toEqual(before)
    if (database.kind === 'sqlite') expect(schemaOf(database.file)).toEqual(schema)
    expect(readdirSync(folder).filter((entry) => entry.includes('before-update'))).toEqual([])
  }

  it('leaves the database as it was', async () => {
    const database = await oldDatabase('half')
    const statements = [
      'create table half (a int)',
      'delete from clients',
      'alter table users drop column username',
    ]
    await expectRefused(database, bad([...statements, 'this is no SQL']))
    await expectRefused(database, [
      ...migrations,
      {
        name: '900-bad',
        statements: () => statements,
        fill: async (tx) => void (await sql`select * from no_such_table`.execute(tx)),
      },
    ])
  })

  it.skipIf(onPostgres)('leaves the file as it was even if it left the transaction', async () => {
    const database = await oldDatabase('left')
    await expectRefused(
      database,
      bad(['delete from clients', 'commit', 'drop table users', 'begin', 'this is no SQL']),
    )
  })
})

describe('a database of a newer Sluice', () => {
  it('is refused with the version that it needs, and left as it is', async () => {
    const file = join(folder, 'newer.db')
    makeFullDatabase(file)
    const database: Database = onPostgres ? await onPostgresToo(file, migrations) : { kind: 'sqlite', file }
    const db = await open(database)
    for (const [name, by] of [
      ['901-later', '0.10.1'],
      ['902-later', '0.9.7'],
    ])
      await db.write((tx) => sql`insert into schema_migrations values (${name}, 1, ${by})`.execute(tx))
    await db.close()
    const before = await stepsIn(database)
    await expect(open(database)).rejects.toThrow(
      `it needs version 0.10.1, and this one is ${version}; nothing was changed`,
    )
    expect(await stepsIn(database)).toEqual(before)
  })

  async function stepsIn(database: Database): Promise<string> {
    const source = await openSource(database)
    const steps = await source.steps()
    await source.close()
    return JSON.stringify(steps)
  }
})

describe.skipIf(onPostgres)('the command line', () => {
  it('changes the schema of a file only while no panel runs on it', async () => {
    const home = mkdtempSync(join(folder, 'home-'))
    makeFullDatabase(join(home, 'sluice.db'), 3, upTo('014-shared-sub-ids'), 3)
    const config = readConfig({ SLUICE_DB_FOLDER: home }, {})
    const unlock = lockFolder(home)
    await expect(withStorage(config, async () => {})).rejects.toThrow(/Another Sluice already uses/)
    unlock()
    const migrated = await withStorage(config, async ({ db }) => db.migrated)
    expect(migrated[0]).toBe('015-sources')
    const again = lockFolder(home)
    expect(await withStorage(config, async ({ db }) => db.migrated)).toEqual([])
    again()
  })
})
