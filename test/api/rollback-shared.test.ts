import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPrepare } from '#server/backup/restore/prepare.ts'
import { silentLog } from '#server/platform/log.ts'
import { type UpdateRun, writeRun } from '#server/platform/release/update-run.ts'
import { createBeforeUpdate } from '#server/updates/before-update.ts'
import { addClient, addInbound, recordOf } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const run: UpdateRun = {
  ...{ runId: 'r1', from: '1.0.0', to: '1.1.0', by: '', step: 'hand-over', percent: 0, coreRan: false },
  ...{ startedAt: 1, finishedAt: 0 },
}

/** One panel goes back to its earlier version, while another runs on the same PostgreSQL, or no longer does. */
describe.skipIf(process.env.SLUICE_TEST_DB !== 'postgres')('a rollback on a shared PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-rollback-'))
  const [home, dataFolder] = [join(folder, 'home'), join(folder, 'data')]
  const kept = join(dataFolder, 'before-update')
  const warn = vi.fn()
  let other: TestPanel
  let me: Visitor
  let inboundId: number
  let before: ReturnType<typeof createBeforeUpdate>

  beforeAll(async () => {
    for (const path of [home, dataFolder]) mkdirSync(path)
    other = await testPanel()
    me = await other.login()
    inboundId = (await addInbound(me)).id
    before = createBeforeUpdate({
      config: {
        dataFolder,
        database: other.config.database,
        installation: { home, folder: home, release: { version: '1.0.0' } as never }, // only its home is read
      },
      log: { ...silentLog, warn } as unknown as typeof silentLog, // the only method that is called here
      now: Date.now,
      prepare: createPrepare(silentLog, Date.now),
    })
  })
  afterAll(async () => {
    await other.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The copy is made, somebody writes, and the new version fails. */
  async function failedUpdate(email: string): Promise<void> {
    writeRun(home, run)
    await before.keep(other.panel.db)
    expect(existsSync(join(kept, 'about.json'))).toBe(true)
    await addClient(me, { email }, [inboundId])
    writeRun(home, { ...run, step: 'rolled-back', finishedAt: 2 })
    warn.mockClear()
  }
  const seenAgo = (ms: number) =>
    other.panel.db.write((tx) =>
      sql`update instances set seen_at = (extract(epoch from clock_timestamp()) * 1000)::bigint - ${ms}
        where id = ${other.panel.instance.id}`.execute(tx),
    )
  beforeEach(() => seenAgo(0))

  it('leaves what other panels have written, and says so', async () => {
    await failedUpdate('ann')
    await before.bringBack()
    expect(await recordOf(me, 'ann')).toMatchObject({ email: 'ann' })
    expect(warn.mock.calls.at(-1)?.[1]).toBe('other panels run on the database: it stays as it is')
    expect(existsSync(kept)).toBe(false)
  })

  it('is refused, and keeps its copy, while others use tables that the earlier version cannot read', async () => {
    await failedUpdate('bob')
    const step = { name: '999-from-the-future', applied_at: 1 }
    await other.panel.db.write((tx) => tx.insertInto('schema_migrations').values(step).execute())
    await expect(before.bringBack()).rejects.toMatchObject({ code: 'start.second-instance' })
    expect(existsSync(join(kept, 'about.json'))).toBe(true)
    expect(await recordOf(me, 'bob')).toMatchObject({ email: 'bob' })
    await other.panel.db.write((tx) =>
      tx.deleteFrom('schema_migrations').where('name', '=', step.name).execute(),
    )
  })

  it('brings its data back once it is alone', async () => {
    await failedUpdate('cid')
    await seenAgo(60_000)
    await before.bringBack()
    const { rows } = await sql<{ email: string }>`select email from clients order by id`.execute(
      other.panel.db.read,
    )
    expect(rows.map(({ email }) => email)).toEqual(['ann', 'bob'])
    expect(existsSync(kept)).toBe(false)
  })
})
