import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDb } from '#server/db/open.ts'
import { silentLog } from '#server/log.ts'
import { createPanel } from '#server/panel.ts'
import { type TestPanel, testPanel } from '#test/panel.ts'

const open = (env: Record<string, string>) =>
  createPanel(readConfig({ SLUICE_ADMIN_PASSWORD: 'a long pass phrase', ...env }, {}), {
    log: silentLog,
    now: Date.now,
    print: () => {},
  })

let t: TestPanel
beforeAll(async () => {
  t = await testPanel()
})
afterAll(() => t.stop())

describe('the database', () => {
  it('takes byte counters up to 2^53-1 and gives booleans back as booleans', async () => {
    const { db } = t.panel
    const most = Number.MAX_SAFE_INTEGER
    const row = { email: 'ann', up: most, down: most - 1, total: 0, enable: false }
    await db.write((tx) => tx.insertInto('client_traffics').values(row).execute())
    const stored = await db.read.selectFrom('client_traffics').selectAll().executeTakeFirstOrThrow()
    expect(stored).toMatchObject(row)
    expect(stored.last_online).toBe(0)
    const [raw] = await db.rows<{ up: number; enable: boolean }>(
      'select up, enable from client_traffics where email = $1 and enable = false',
      ['ann'],
    )
    expect(raw).toEqual({ up: most, enable: false })
    const [back] = await db.write((tx) =>
      tx
        .updateTable('client_traffics')
        .set((e) => ({ up: e('up', '-', 1), enable: true }))
        .returning(['up', 'enable'])
        .execute(),
    )
    expect(back).toEqual({ up: most - 1, enable: true })
    const node = await db.write((tx) =>
      tx
        .insertInto('nodes')
        .values({ name: 'n', allow_private_address: true })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
    expect([node.enable, node.allow_private_address, node.scheme, typeof node.id]).toEqual([
      true,
      true,
      'https',
      'number',
    ])
    const inbound = await db.write((tx) =>
      tx
        .insertInto('inbounds')
        .values({ tag: 'x', settings: '{"ü":"😀"}' })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
    expect([inbound.node_id, inbound.settings, inbound.enable]).toEqual([null, '{"ü":"😀"}', true])
  })

  it('writes one transaction after the other, and takes a thrown one back', async () => {
    const { db } = t.panel
    const key = 'serial'
    await db.write((tx) => tx.insertInto('settings').values({ key, value: '0' }).execute())
    const step = () =>
      db.write(async (tx) => {
        const { value } = await tx
          .selectFrom('settings')
          .select('value')
          .where('key', '=', key)
          .executeTakeFirstOrThrow()
        await tx
          .updateTable('settings')
          .set({ value: String(Number(value) + 1) })
          .where('key', '=', key)
          .execute()
        if (Number(value) % 5 === 4) throw new Error('undone')
      })
    const results = await Promise.allSettled(Array.from({ length: 20 }, step))
    expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(4) // every later one sees a 4 and is undone
    const { value } = await db.read
      .selectFrom('settings')
      .select('value')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    expect(value).toBe('4')
    await expect(
      db.write((tx) => tx.insertInto('settings').values({ key, value: 'twice' }).execute()),
    ).rejects.toThrow()
    await db.write((tx) => tx.deleteFrom('settings').where('key', '=', key).execute())
  })

  it('shows a reader every write that was acknowledged', async () => {
    const { db } = t.panel
    for (let i = 0; i < 20; i++) {
      await db.write((tx) =>
        tx
          .insertInto('outbound_traffics')
          .values({ tag: `o${i}` })
          .execute(),
      )
      const rows = await db.read.selectFrom('outbound_traffics').select('tag').execute()
      expect(rows).toHaveLength(i + 1)
    }
  })

  it('applies its steps once', async () => {
    const again = await openDb(t.config.database, silentLog, Date.now)
    expect(again.migrated).toEqual([])
    const steps = await again.read.selectFrom('schema_migrations').selectAll().execute()
    expect(steps.length).toBeGreaterThan(0)
    await again.close()
  })

  it('of a newer Sluice is refused and left as it is', async () => {
    await t.panel.db.write((tx) =>
      tx.insertInto('schema_migrations').values({ name: '999-future', applied_at: 1 }).execute(),
    )
    await expect(openDb(t.config.database, silentLog, Date.now)).rejects.toThrow(
      /newer Sluice.*999-future.*nothing was changed/,
    )
    await t.panel.db.write((tx) =>
      tx.deleteFrom('schema_migrations').where('name', '=', '999-future').execute(),
    )
  })

  it('folder is used by one panel at a time', async () => {
    await expect(createPanel(t.config, { log: silentLog, now: Date.now, print: () => {} })).rejects.toThrow(
      /Another Sluice already uses .*SLUICE_DB_FOLDER/,
    )
    expect((await t.login()).cookie).toMatch(/^3x-ui=/)
  })
})

describe('a start that cannot succeed', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-start-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const inFolder = (name: string) => join(folder, name)

  it('names a damaged or foreign database file and leaves it alone', async () => {
    const file = inFolder('sluice.db')
    const sane = await open({ SLUICE_DB_FOLDER: folder })
    await sane.stop()
    const whole = readFileSync(file)
    expect(readdirSync(folder).sort()).toEqual(['panel.lock', 'sluice.db']) // a stopped panel leaves one whole file
    const holed = Buffer.from(whole)
    holed.fill(0x55, 4096 * 2, 4096 * 6)
    const foreign = mkdtempSync(join(tmpdir(), 'sluice-foreign-'))
    for (const bytes of [
      Buffer.from('this is a text and no database'.repeat(50)),
      holed,
      whole.subarray(0, whole.length >> 1),
    ]) {
      writeFileSync(file, bytes)
      await expect(open({ SLUICE_DB_FOLDER: folder })).rejects.toThrow(
        /damaged or is no SQLite database.*backup/,
      )
      expect(readFileSync(file).equals(bytes)).toBe(true)
    }
    const stranger = new DatabaseSync(join(foreign, 'sluice.db'))
    stranger.exec('create table users (id integer)')
    stranger.close()
    await expect(open({ SLUICE_DB_FOLDER: foreign })).rejects.toThrow(
      /cannot be brought up to date.*Nothing was changed/,
    )
    rmSync(foreign, { recursive: true, force: true })
    writeFileSync(file, whole)
    await (await open({ SLUICE_DB_FOLDER: folder })).stop() // the lock of every failed start is gone
  })

  it('names a PostgreSQL that does not answer, without its password, in bounded time', async () => {
    const silent = createServer().listen(0, '127.0.0.1') // accepts and says nothing
    await new Promise((resolve) => silent.once('listening', resolve))
    const { port } = silent.address() as { port: number } // a TCP server has one
    const closed = 'postgres://who:hushhush@127.0.0.1:1/x'
    const env = { SLUICE_DB_FOLDER: inFolder('pg'), SLUICE_DB_TYPE: 'postgres' }
    const began = Date.now()
    const said = await Promise.all(
      [closed, `postgres://who:hushhush@127.0.0.1:${port}/x`, 'nonsense'].map(async (dsn, i) => {
        const error = await open({ ...env, SLUICE_DB_FOLDER: inFolder(`pg${i}`), SLUICE_DB_DSN: dsn }).catch(
          (e: Error) => e,
        )
        return error instanceof Error ? error.message : 'started'
      }),
    )
    silent.close()
    for (const text of said) {
      expect(text).toMatch(/PostgreSQL does not answer at .*\(.+\).*SLUICE_DB_DSN/)
      expect(text).not.toContain('hushhush')
    }
    expect(Date.now() - began).toBeLessThan(12_000)
    expect(() => readConfig({ SLUICE_DB_TYPE: 'postgres' }, {})).toThrow(/SLUICE_DB_DSN/)
    expect(() => readConfig({ SLUICE_DB_TYPE: 'mysql' }, {})).toThrow(/sqlite or postgres/)
  })

  it('names a broken certificate', async () => {
    const cert = inFolder('cert')
    const first = await open({ SLUICE_DB_FOLDER: cert })
    await first.db.write((tx) =>
      tx
        .insertInto('settings')
        .values([
          { key: 'webCertFile', value: '/nope/a.pem' },
          { key: 'webKeyFile', value: '/nope/b.pem' },
        ])
        .execute(),
    )
    await first.stop()
    await expect(open({ SLUICE_DB_FOLDER: cert })).rejects.toThrow(
      /certificate \/nope\/a.pem cannot be read: there is no such file.*sluice cert -reset/,
    )
  })
})

describe('files', () => {
  it.skipIf(process.env.SLUICE_TEST_DB === 'postgres')(
    'belong to their owner alone, whatever the umask and the past',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'sluice-mode-'))
      const umask = process.umask(0)
      try {
        chmodSync(folder, 0o755)
        writeFileSync(join(folder, 'sluice.db'), '', { mode: 0o666 })
        const panel = await open({ SLUICE_DB_FOLDER: folder, SLUICE_LISTEN: '0.0.0.0' })
        const modes = Object.fromEntries(
          readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
        )
        await panel.stop()
        expect(modes).toMatchObject({
          'sluice.db': '600',
          'sluice.db-wal': '600',
          'sluice.db-shm': '600',
          'panel.lock': '600',
          'self-signed.key': '600',
          'self-signed.crt': '600',
        })
        expect(new Set(Object.values(modes))).toEqual(new Set(['600']))
        expect((statSync(folder).mode & 0o777).toString(8)).toBe('700')
      } finally {
        process.umask(umask)
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )
})
