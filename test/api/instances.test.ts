import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingCommand } from '#server/cli/setting.ts'
import { createPanel } from '#server/panel.ts'
import { createInstance } from '#server/platform/instance/instance.ts'
import { silentLog } from '#server/platform/log.ts'
import { type TestPanel, testPanel } from '#test/panel.ts'

let t: TestPanel
const folder = mkdtempSync(join(tmpdir(), 'sluice-second-'))
beforeAll(async () => {
  t = await testPanel()
})
afterAll(async () => {
  await t.stop()
  rmSync(folder, { recursive: true, force: true })
})

const rows = () => t.panel.db.read.selectFrom('instances').selectAll().orderBy('id').execute()
/** The same database, from another data folder. */
const openSecond = () =>
  createPanel({ ...t.config, dataFolder: folder }, { log: silentLog, now: Date.now, print: () => {} })
const seenAgo = (id: string, ms: number) =>
  t.panel.db.write((tx) =>
    sql`update instances set seen_at = (extract(epoch from clock_timestamp()) * 1000)::bigint - ${ms}
      where id = ${id}`.execute(tx),
  )

describe('an instance', () => {
  it('has the id of its data folder, and a row', async () => {
    const id = readFileSync(join(t.config.dataFolder, 'instance-id'), 'utf8').trim()
    expect(id).toMatch(/^[0-9a-f]{16}$/)
    expect(t.panel.instance.id).toBe(id)
    expect(await rows()).toMatchObject([{ id, name: expect.stringMatching(/./) }])
  })

  it('clears its row when its core has ended, and keeps it where a core may run on', async () => {
    const { db } = t.panel
    const other = createInstance({ db, id: 'zz', name: 'other', version: '1', now: () => 1_000 })
    const mine = (await rows())[0]
    for (const coreEnded of [false, true]) {
      if (mine && db.engine === 'postgres') await seenAgo(mine.id, 16_000)
      await other.enter()
      await other.leave({ coreEnded })
      expect((await rows()).some(({ id }) => id === 'zz')).toBe(!coreEnded)
    }
    await t.panel.instance.enter()
    expect(await rows()).toMatchObject([{ id: mine?.id }])
  })
})

describe.skipIf(process.env.SLUICE_TEST_DB !== 'postgres')('a second instance on a PostgreSQL', () => {
  const beat = async () => t.panel.instance.jobs[0]?.run(new AbortController().signal)

  it('is refused with a sentence that says what to do, before it changes anything', async () => {
    const { db } = t.panel
    await expect(openSecond()).rejects.toThrow(
      /^Another Sluice \(.+ on .+\) already runs on this database.*Stop that one.*15 seconds.*SLUICE_DB_DSN/,
    )
    const step = '015-sources'
    await db.write((tx) => tx.deleteFrom('schema_migrations').where('name', '=', step).execute())
    await expect(openSecond()).rejects.toThrow(/already runs on this database/)
    await db.write((tx) => tx.insertInto('schema_migrations').values({ name: step, applied_at: 1 }).execute())
    expect(await rows()).toHaveLength(1)
    expect((await t.login()).cookie).toMatch(/^3x-ui=/)
  })

  it('of two that start at once, one is let in', async () => {
    await seenAgo(t.panel.instance.id, 16_000)
    const makeOne = (id: string) =>
      createInstance({ db: t.panel.db, id, name: id, version: '1', now: Date.now })
    const both = ['a1', 'a2'].map(makeOne)
    const outcomes = await Promise.allSettled(both.map((one) => one.enter()))
    expect(outcomes.map((o) => o.status).sort()).toEqual(['fulfilled', 'rejected'])
    await t.panel.db.write((tx) => tx.deleteFrom('instances').where('id', 'like', 'a_').execute())
    await beat()
  })

  it('the command line works beside a running one', async () => {
    const lines: string[] = []
    await settingCommand({ ...t.config, dataFolder: folder }, ['-show'], (line) => lines.push(line))
    expect(lines).toContainEqual(expect.stringMatching(/^port: \d+/))
  })

  it('is let in when the first has not been seen for fifteen seconds, and each says so', async () => {
    await seenAgo(t.panel.instance.id, 14_000)
    await expect(openSecond()).rejects.toThrow(/already runs/)
    await seenAgo(t.panel.instance.id, 16_000)
    const next = await openSecond()
    await expect(beat()).rejects.toThrow(/was started on this database while this one did not answer/)
    await next.stop()
    await beat()
    await expect(openSecond()).rejects.toThrow(/already runs/) // it is seen again
  })

  it('under the same id is let in at once, and a copied data folder is found out', async () => {
    copyFileSync(join(t.config.dataFolder, 'instance-id'), join(folder, 'instance-id'))
    const copy = await openSecond()
    await expect(beat()).rejects.toThrow(/runs under the id of this one.*delete the file instance-id/)
    await copy.stop()
    await beat() // the only one again
    writeFileSync(join(folder, 'instance-id'), 'torn')
  })

  it('gets an id of its own where the file holds none', async () => {
    await t.panel.db.write((tx) => tx.deleteFrom('instances').execute())
    const next = await openSecond()
    expect(next.instance.id).not.toBe(t.panel.instance.id)
    await next.stop()
    await t.panel.db.write((tx) => tx.deleteFrom('instances').execute())
    await beat()
    expect(await rows()).toMatchObject([{ id: t.panel.instance.id }])
  })
})
