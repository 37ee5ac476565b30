import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPanel } from '#server/app/panel.ts'
import { readConfig } from '#server/platform/config.ts'
import { silentLog } from '#server/platform/log.ts'
import { openDb } from '#server/store/open.ts'
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
  it('stores byte counters up to 2^53-1 and returns booleans as booleans', async () => {
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

  it('runs one transaction after the other, and rolls back one that throws', async () => {
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
    expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(4) // every later one sees a 4 and is rolled back
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

  it('point reads of a transaction see everything committed before it', async () => {
    const { db } = t.panel
    const key = 'counted by point reads'
    await db.write((tx) => tx.insertInto('settings').values({ key, value: '0' }).execute())
    const count = () =>
      db.write(async (tx, before) => {
        const { value } = await before
          .selectFrom('settings')
          .select('value')
          .where('key', '=', key)
          .executeTakeFirstOrThrow()
        await tx
          .updateTable('settings')
          .set({ value: String(Number(value) + 1) })
          .where('key', '=', key)
          .execute()
      })
    await Promise.all(Array.from({ length: 40 }, count))
    const { value } = await db.read
      .selectFrom('settings')
      .select('value')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    expect(value).toBe('40')
    await db.write((tx) => tx.deleteFrom('settings').where('key', '=', key).execute())
  })

  it('shows a reader every acknowledged write', async () => {
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

  it.skipIf(process.env.SLUICE_TEST_DB === 'postgres')(
    'reports a full disk, writes nothing then, and recovers',
    async () => {
      const { db } = t.panel
      const me = await t.login()
      const pages = (n: number) => db.write((tx) => sql.raw(`pragma max_page_count = ${n}`).execute(tx))
      await pages(1) // as few as are in use
      const before = await db.read.selectFrom('audit').select('id').execute()
      const answer = await me.post('/panel/setting/update', {
        pageSize: 50,
        subAnnounce: 'x'.repeat(500_000),
      })
      expect(answer).toMatchObject({
        success: false,
        msg: expect.stringContaining('The disk is full'),
        obj: null,
      })
      expect(await db.read.selectFrom('audit').select('id').execute()).toEqual(before)
      await pages(1_000_000)
      expect((await me.get<{ pageSize: number }>('/panel/setting/all')).obj.pageSize).toBe(25)
      expect((await me.post('/panel/setting/update', { subAnnounce: 'x'.repeat(500_000) })).success).toBe(
        true,
      )
    },
  )

  it.skipIf(process.env.SLUICE_TEST_DB !== 'postgres')(
    'reports that the server went away, and recovers when it is back',
    async () => {
      const me = await t.login()
      const cut = () =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
      for (let i = 0; i < 5; i++) {
        await cut()
          .execute(t.panel.db.read)
          .catch(() => {}) // the reader that asks may be one of those that ended before
        const answer = await me.post('/panel/setting/update', { pageSize: 40 + i })
        if (!answer.success) expect(answer.msg).toContain('does not answer')
      }
      await expect
        .poll(async () => (await me.post('/panel/setting/update', { pageSize: 25 })).success)
        .toBe(true)
    },
  )

  it('applies its migrations once', async () => {
    const again = await openDb(t.config.database, silentLog, Date.now)
    expect(again.migrated).toEqual([])
    const steps = await again.read.selectFrom('schema_migrations').selectAll().execute()
    expect(steps.length).toBeGreaterThan(0)
    await again.close()
  })

  it('of a newer Sluice is refused and left unchanged', async () => {
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

describe('files', () => {
  it.skipIf(process.env.SLUICE_TEST_DB === 'postgres')(
    'are readable only by their owner, whatever the umask and earlier mode',
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
          'instance-id': '600',
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
