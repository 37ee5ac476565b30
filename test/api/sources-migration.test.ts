import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { openSqlite } from '#server/platform/db/sqlite.ts'
import { booleanColumns } from '#server/store/boolean-columns.ts'
import { migrate, migrations } from '#server/store/migrate.ts'
import type { Reader } from '#server/store/open.ts'
import type { Schema } from '#server/store/schema.ts'
import { createFakeCore, inPlaceOfCore } from '#test/metering.ts'
import { type TestPanel, testPanel } from '#test/panel.ts'
import { createTestDatabase, type TestDatabase } from '#test/postgres.ts'

const engine = process.env.SLUICE_TEST_DB === 'postgres' ? 'postgres' : 'sqlite'
/** As the version before sources had them. */
const before = migrations.slice(
  0,
  migrations.findIndex(({ name }) => name === '015-sources'),
)

const folder = mkdtempSync(join(tmpdir(), 'sluice-before-sources-'))
let database: TestDatabase | undefined
let env: Record<string, string>
beforeAll(async () => {
  database = engine === 'postgres' ? await createTestDatabase() : undefined
  env = {
    SLUICE_DB_FOLDER: folder,
    ...(database && { SLUICE_DB_TYPE: 'postgres', SLUICE_DB_DSN: database.dsn }),
  }
})
afterAll(async () => {
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const core = createFakeCore()

/** What the core has counted so far is in the sums and in the readings; `Bob` was renamed to `bob2` since it started. */
async function fillBefore(tx: Reader) {
  for (const [email, up, down] of [
    ['ann', 100, 1_000],
    ['bob2', 50, 0],
  ] as const) {
    await sql`insert into clients (email, email_key) values (${email}, ${email})`.execute(tx)
    await sql`insert into client_traffics (email, up, down) values (${email}, ${up}, ${down})`.execute(tx)
  }
  await sql`insert into inbounds (tag, port, protocol, up) values ('inbound-1', 1, 'vless', 150)`.execute(tx)
  await sql`insert into traffic_readings (kind, name, start_id, up, down, credit_to) values
    ('client', 'ann', 'life-1', 100, 1000, ''), ('client', 'Bob', 'life-1', 50, 0, 'bob2'),
    ('inbound', 'inbound-1', 'life-1', 150, 0, '')`.execute(tx)
  core.move('user', 'ann', 100, 1_000)
  core.move('user', 'Bob', 50)
  core.move('inbound', 'inbound-1', 150)
}

async function makeBefore() {
  const config = readConfig(env, {}).database
  const opened =
    config.kind === 'sqlite'
      ? await openSqlite<Schema>(config.file, booleanColumns)
      : await openPostgres<Schema>(config.dsn, () => {})
  try {
    await opened.writer.transaction().execute(async (tx) => {
      await migrate(tx, engine, 1, before)
      await fillBefore(tx)
    })
  } finally {
    await opened.close()
  }
}

const start = () =>
  testPanel(env, { metering: { core: inPlaceOfCore(core), live: { uncounted: async () => new Map() } } })

async function sums({ panel: { db } }: TestPanel) {
  const clients = await db.read.selectFrom('client_traffics').selectAll().orderBy('email').execute()
  const inbounds = await db.read.selectFrom('inbounds').selectAll().execute()
  return [...clients.map((c) => [c.email, c.up, c.down]), ...inbounds.map((i) => [i.tag, i.up, i.down])]
}

it('a database from before sources goes on with its running core: only the difference is counted', async () => {
  await makeBefore()
  core.move('user', 'ann', 7, 70)
  core.move('user', 'Bob', 5) // still under the old name
  core.move('inbound', 'inbound-1', 12)
  let t = await start()
  const expected = [
    ['ann', 107, 1_070],
    ['bob2', 55, 0],
    ['inbound-1', 162, 0],
  ]
  await t.panel.traffic.tick()
  expect(await sums(t)).toEqual(expected)
  const id = t.panel.instance.id
  const sources = await t.panel.db.read.selectFrom('traffic_readings').select('source').distinct().execute()
  expect(sources).toEqual([{ source: id }])

  // Another start with the same core counts nothing again, and is the same instance.
  await t.panel.stop()
  t = await start()
  await t.panel.traffic.tick()
  expect(t.panel.instance.id).toBe(id)
  expect(await sums(t)).toEqual(expected)

  // The credit of the renamed client still stands, and another core begins at zero.
  core.move('user', 'Bob', 1)
  await t.panel.traffic.tick()
  core.restart()
  core.move('user', 'ann', 1)
  await t.panel.traffic.tick()
  expect(await sums(t)).toEqual([
    ['ann', 108, 1_070],
    ['bob2', 56, 0],
    ['inbound-1', 162, 0],
  ])
  await t.panel.stop()
})
