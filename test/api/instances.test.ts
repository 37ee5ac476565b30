import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPanel } from '#server/app/panel.ts'
import { settingCommand } from '#server/cli/setting.ts'
import { createInstance, refuseBeside } from '#server/instance/instance.ts'
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

  it('leads if it is alone', () => {
    expect(t.panel.leadership.leads()).toBe(true)
  })

  it('clears its row when its core has ended, and keeps it where a core may run on', async () => {
    const { db } = t.panel
    const other = createInstance({ db, id: 'zz', name: 'other', version: '1', now: () => 1_000 })
    for (const coreEnded of [false, true]) {
      await other.enter()
      await other.leave({ coreEnded })
      expect((await rows()).some(({ id }) => id === 'zz')).toBe(!coreEnded)
    }
    await t.panel.instance.enter()
    expect(await rows()).toMatchObject([{ id: t.panel.instance.id }])
  })
})

describe.skipIf(process.env.SLUICE_TEST_DB !== 'postgres')('a second instance on a PostgreSQL', () => {
  it('is let in beside the first, which goes on leading; each knows the other', async () => {
    const second = await openSecond()
    expect([t.panel.leadership.leads(), second.leadership.leads()]).toEqual([true, false])
    expect(second.instance.others()).toMatchObject([{ id: t.panel.instance.id }])
    expect(await rows()).toHaveLength(2)
    await second.stop()
    expect(await rows()).toHaveLength(2) // its core may run on: it never started
  })

  it('is refused where it would change the tables, with a sentence that says what to do', async () => {
    const { db } = t.panel
    const step = '015-sources'
    await db.write((tx) => tx.deleteFrom('schema_migrations').where('name', '=', step).execute())
    await expect(openSecond()).rejects.toThrow(
      /^Another Sluice \(.+ on .+\) runs on this database, and this version would change.*Stop that one.*15 seconds/,
    )
    await seenAgo(t.panel.instance.id, 16_000)
    await expect(openSecond()).rejects.toThrow(/015-sources/) // it tries, and the step was done already
    await db.write((tx) => tx.insertInto('schema_migrations').values({ name: step, applied_at: 1 }).execute())
    await seenAgo(t.panel.instance.id, 0)
    expect((await t.login()).cookie).toMatch(/^3x-ui=/)
  })

  it('of a newer version than this one is refused', async () => {
    const { db } = t.panel
    const step = { name: '999-later', applied_at: 1, version: '9.9.9' }
    await db.write((tx) => tx.insertInto('schema_migrations').values(step).execute())
    await expect(openSecond()).rejects.toThrow(/9\.9\.9/)
    await db.write((tx) => tx.deleteFrom('schema_migrations').where('name', '=', step.name).execute())
  })

  it('what needs the database alone is refused', async () => {
    const alone = () => t.panel.db.write((tx) => refuseBeside(tx, 'postgres', 'another'))
    await expect(alone()).rejects.toThrow(/needs the database alone/)
    await t.panel.db.write((tx) => refuseBeside(tx, 'postgres', t.panel.instance.id))
  })

  it('the command line works beside a running one', async () => {
    const lines: string[] = []
    await settingCommand({ ...t.config, dataFolder: folder }, ['-show'], (line) => lines.push(line))
    expect(lines).toContainEqual(expect.stringMatching(/^port: \d+/))
  })

  it('under the same id is let in at once, and a copied data folder is found out', async () => {
    const { db, instance } = t.panel
    let passed = 0
    const monotonic = () => passed
    const first = createInstance({ db, id: instance.id, name: 'a', version: '1', now: Date.now, monotonic })
    await first.enter()
    copyFileSync(join(t.config.dataFolder, 'instance-id'), join(folder, 'instance-id'))
    const copy = await openSecond()
    passed += 4_000
    await expect(first.beat()).rejects.toThrow(/runs under the id of this one.*delete the file instance-id/)
    await copy.stop()
    writeFileSync(join(folder, 'instance-id'), 'torn')
  })

  it('gets an id of its own where the file holds none', async () => {
    await t.panel.db.write((tx) => tx.deleteFrom('instances').execute())
    const next = await openSecond()
    expect(next.instance.id).not.toBe(t.panel.instance.id)
    await next.stop()
  })
})
