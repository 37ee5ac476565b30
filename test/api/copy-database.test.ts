import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/config.ts'
import { silentLog } from '#server/platform/log.ts'
import { copyDatabase, replaceAll } from '#server/store/copy/copy-database.ts'
import { portableCopy } from '#server/store/copy/portable-copy.ts'
import type { CopyProgress } from '#server/store/copy/report.ts'
import { migrations } from '#server/store/migrate.ts'
import { openDb } from '#server/store/open.ts'
import { makeFullDatabase } from '#test/fixtures/full-database.ts'
import { tableSums } from '#test/fixtures/table-sums.ts'
import { createTestDatabase, type TestDatabase } from '#test/postgres.ts'

const onPostgres = process.env.SLUICE_TEST_DB === 'postgres'
const clients = process.env.SLUICE_LONG ? 100_000 : 2_000

const folder = mkdtempSync(join(tmpdir(), 'sluice-copy-'))
const full = join(folder, 'full.db')
const source: Database = { kind: 'sqlite', file: full }
let fresh = 0
const newFile = () => join(folder, `copy-${fresh++}.db`)

let database: TestDatabase | undefined
/** An empty target on the engine under test. */
async function emptyTarget(): Promise<Database> {
  if (!onPostgres) return { kind: 'sqlite', file: newFile() }
  await database?.drop()
  database = await createTestDatabase()
  return { kind: 'postgres', dsn: database.dsn }
}

beforeAll(() => makeFullDatabase(full, clients))
afterAll(async () => {
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
const sequences = (file: string) => {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return db.prepare('select name, seq from sqlite_sequence order by name').all()
  } finally {
    db.close()
  }
}

describe('a copy', () => {
  it('to the other engine and back is the same dump, and the source is not written', async () => {
    const before = [hashOf(full), statSync(full).mtimeMs]
    const target = await emptyTarget()
    const progress: CopyProgress[] = []
    const report = await copyDatabase(source, target, { onProgress: (p) => progress.push(p) })
    expect([hashOf(full), statSync(full).mtimeMs]).toEqual(before)
    expect(report.migrated).toEqual([])
    expect(report.tables.every(({ rows }) => rows > 0)).toBe(true)
    expect(report.tables.find(({ table }) => table === 'clients')?.rows).toBe(clients)
    expect(progress.at(-1)).toMatchObject({ stage: 'compare', done: 2 * report.rows, total: 2 * report.rows })

    const sums = await tableSums(source)
    expect(await tableSums(target)).toEqual(sums)
    const back = newFile()
    await copyDatabase(target, { kind: 'sqlite', file: back })
    expect(await tableSums({ kind: 'sqlite', file: back })).toEqual(sums)
    expect(readdirSync(folder).filter((name) => /moving|-wal|-shm/.test(name))).toEqual([])
    expect(sequences(back)).toEqual(sequences(full).filter(({ name }) => name !== 'instances'))
  }, 300_000)

  it('is in the order of the specification, without the rows of running processes', async () => {
    const tables = (await tableSums(source)).map(({ table }) => table)
    expect(tables.slice(0, 14)).toEqual([
      'users',
      'settings',
      'history_of_seeders',
      'custom_geo_resources',
      'nodes',
      'api_tokens',
      'inbounds',
      'client_traffics',
      'outbound_traffics',
      'inbound_client_ips',
      'clients',
      'client_inbounds',
      'inbound_fallbacks',
      'node_client_traffics',
    ])
    expect(tables).not.toContain('instances')
  })
})

describe('a small copy', () => {
  const small = join(folder, 'small.db')
  const from: Database = { kind: 'sqlite', file: small }
  const other = { kind: 'sqlite' as const, file: join(folder, 'other.db') }
  beforeAll(() => makeFullDatabase(other.file, 20))
  beforeEach(() => {
    for (const end of ['', '-wal', '-shm']) rmSync(small + end, { force: true })
    makeFullDatabase(small)
  })
  const change = (text: string) => {
    const db = new DatabaseSync(small)
    db.exec(text)
    db.close()
  }

  it('gives new rows ids that were never used', async () => {
    const target = await emptyTarget()
    await copyDatabase(from, target)
    const db = await openDb(target, silentLog, Date.now)
    const { id } = await db.write((tx) =>
      tx.insertInto('inbounds').values({ tag: 'next' }).returning('id').executeTakeFirstOrThrow(),
    )
    await db.close()
    expect(id).toBe(29) // 28 was given out and deleted
  })

  it('opens on the other side as a panel would: nothing is left to do', async () => {
    const target = await emptyTarget()
    await copyDatabase(from, target)
    const db = await openDb(target, silentLog, Date.now)
    expect(db.migrated).toEqual([])
    const row = await db.read.selectFrom('nodes').selectAll().orderBy('id').executeTakeFirstOrThrow()
    expect([row.enable, row.cpu_pct]).toEqual([false, 0])
    await db.close()
  })

  it('of an older schema is brought up to date; the source is not', async () => {
    for (const end of ['', '-wal', '-shm']) rmSync(small + end, { force: true })
    const steps = migrations.slice(0, 12)
    makeFullDatabase(small, 10, steps)
    const hash = hashOf(small)
    const target = await emptyTarget()
    const { migrated } = await copyDatabase(from, target)
    expect(migrated).toEqual(migrations.slice(12).map(({ name }) => name))
    expect(hashOf(small)).toBe(hash)
    const db = await openDb(target, silentLog, Date.now)
    expect(db.migrated).toEqual([])
    expect((await db.read.selectFrom('traffic_readings').select('source').execute())[0]?.source).toBe('')
    await db.close()
  })

  it('into a database that holds rows is refused, and replaces it when asked to', async () => {
    const target = await emptyTarget()
    await copyDatabase(other, target)
    const before = await tableSums(target)
    await expect(copyDatabase(from, target)).rejects.toThrow(
      /already holds data; nothing was changed.*--replace/,
    )
    expect(await tableSums(target)).toEqual(before)
    await copyDatabase(from, target, { replace: true })
    expect(await tableSums(target)).toEqual(await tableSums(from))
  })

  it('into a database that a panel has only just made needs no --replace', async () => {
    const target = await emptyTarget()
    await (await openDb(target, silentLog, Date.now)).close()
    await copyDatabase(from, target)
    expect(await tableSums(target)).toEqual(await tableSums(from))
  })

  it('leaves out what it is told to', async () => {
    const target = await emptyTarget()
    await replaceAll(target, small, { skip: ['sessions'] })
    const sums = await tableSums(target)
    expect(sums.find(({ table }) => table === 'sessions')?.rows).toBe(0)
    expect(sums.find(({ table }) => table === 'users')?.rows).toBe(10)
  })

  it('reads what a killed panel left in its write-ahead log, and leaves both as they are', async () => {
    const db = new DatabaseSync(small)
    db.exec("insert into plans (name_key) values ('only in the log')")
    const copied = join(folder, 'killed.db')
    for (const end of ['', '-wal']) {
      const bytes = readFileSync(small + end)
      writeFileSync(copied + end, bytes)
    }
    db.close()
    const hashes = [hashOf(copied), hashOf(`${copied}-wal`)]
    const target = await emptyTarget()
    const report = await copyDatabase({ kind: 'sqlite', file: copied }, target)
    expect(report.tables.find(({ table }) => table === 'plans')?.rows).toBe(11)
    expect([hashOf(copied), hashOf(`${copied}-wal`)]).toEqual(hashes)
  })

  it('of a value that does not fit, of a foreign file, a damaged and a newer one is refused; the target is as it was', async () => {
    const target = await emptyTarget()
    await copyDatabase(other, target)
    const before = await tableSums(target)
    const expectRefused = async (reason: RegExp) => {
      await expect(copyDatabase(from, target, { replace: true })).rejects.toThrow(reason)
      expect(await tableSums(target)).toEqual(before)
      if (target.kind === 'sqlite')
        expect(readdirSync(folder).filter((name) => /moving/.test(name))).toEqual([])
    }
    change('update node_client_traffics set up = 1.5 where id = 4')
    await expectRefused(/node_client_traffics\.up holds "1.5", which does not fit there/)
    change("update schema_migrations set name = '999-later' where name = '014-shared-sub-ids'")
    await expectRefused(/newer Sluice \(it has the step "999-later"\)/)
    change("update schema_migrations set version = '7.1.0' where name = '999-later'")
    await expectRefused(/newer Sluice: it needs version 7\.1\.0/)
    change('drop table schema_migrations')
    await expectRefused(/not a database of Sluice; nothing was changed/)
    writeFileSync(small, 'a photo, perhaps')
    await expectRefused(/damaged or is no SQLite database/)
    await expect(copyDatabase({ kind: 'sqlite', file: join(folder, 'none') }, target)).rejects.toThrow(
      /There is no database at .*none/,
    )
  })

  it('never touches a target that belongs to another program', async () => {
    const target = await emptyTarget()
    const statement = 'create table users (id integer, name text)'
    if (target.kind === 'sqlite') {
      const db = new DatabaseSync(target.file)
      db.exec(statement)
      db.close()
    } else {
      const { openLine } = await import('#server/store/copy/postgres-line.ts')
      const line = await openLine(target.dsn)
      await line.query(statement)
      await line.close()
    }
    await expect(copyDatabase(from, target, { replace: true })).rejects.toThrow(
      /holds tables of another program \(users\); nothing was changed/,
    )
  })

  it('of an open database is of one moment, while writes go on', async () => {
    const target = await emptyTarget()
    await copyDatabase(from, target)
    const db = await openDb(target, silentLog, Date.now)
    const file = newFile()
    let writing = true
    const writes = (async () => {
      // Always together: a copy between two moments would have one without the other.
      for (let i = 0; writing && i < 2_000; i++)
        await db.write(async (tx) => {
          await tx
            .insertInto('outbound_traffics')
            .values({ tag: `pair-${i}` })
            .execute()
          await sql`insert into client_groups (name) values (${`pair-${i}`})`.execute(tx)
        })
    })()
    try {
      await portableCopy(db, file)
    } finally {
      writing = false
      await writes
      await db.close()
    }
    const copy = new DatabaseSync(file, { readOnly: true })
    const [a, b] = ['select tag from outbound_traffics', 'select name from client_groups'].map((text) =>
      copy
        .prepare(`${text} where ${text.split(' ')[1]} like 'pair-%' order by 1`)
        .all()
        .map((row) => Object.values(row)[0]),
    )
    copy.close()
    expect(a).toEqual(b)
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
    const again = await openDb({ kind: 'sqlite', file }, silentLog, Date.now)
    expect(again.migrated).toEqual([])
    await again.close()
    await expect(portableCopy(again, file)).rejects.toThrow(/EEXIST/)
  })
})
