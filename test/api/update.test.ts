import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UpdatePlan, UpdateState } from '#contract/updates.ts'
import { createPrepare } from '#server/backup/restore/prepare.ts'
import { silentLog } from '#server/platform/log.ts'
import { installationOf, switchTo } from '#server/platform/release/layout.ts'
import { readRun, type UpdateRun, type UpdateStep, writeRun } from '#server/platform/release/update-run.ts'
import { version } from '#server/platform/version.ts'
import { schemaNumber } from '#server/store/migrate.ts'
import { openDb } from '#server/store/open.ts'
import { createBeforeUpdate } from '#server/updates/before-update.ts'
import { createSigner } from '#test/fixtures/minisign.ts'
import { reply } from '#test/fixtures/release-site.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const root = '/panel/api/update'
const url = 'https://releases.example/releases.json'
const signer = createSigner()

/** A folder with versions that only describe themselves. */
function makeHome(...versions: [name: string, schema: number][]): string {
  const home = mkdtempSync(join(tmpdir(), 'sluice-home-'))
  for (const [name, schema] of versions) {
    mkdirSync(join(home, 'versions', name, 'lib'), { recursive: true })
    const release = {
      version: name,
      arch: 'x64',
      core: '',
      schema,
      keys: [signer.publicKey],
      updatesFrom: url,
    }
    writeFileSync(join(home, 'versions', name, 'release.json'), JSON.stringify(release))
  }
  switchTo(home, versions[0]?.[0] ?? '')
  return home
}

describe('a panel from source', () => {
  let t: TestPanel
  let me: Visitor
  beforeAll(async () => {
    t = await testPanel()
    me = await t.login()
  })
  afterAll(() => t.stop())

  it('says how it is updated, and calls nobody', async () => {
    const { obj } = await me.get<UpdateState>(`${root}/state`)
    expect(obj).toMatchObject({
      mode: 'source',
      currentVersion: version,
      url: '',
      run: null,
      latestVersion: '',
    })
    expect((await me.post<UpdateState>(`${root}/check`)).obj).toEqual(obj)
    expect((await me.get(`${root}/plan`)).obj).toBeNull()
    const answer = await me.post('/panel/api/server/updatePanel')
    expect(answer).toMatchObject({ success: false, code: 'update.from-source', obj: null })
    expect(answer.msg).toContain('git pull')
  })
})

describe('an installed panel', () => {
  const home = makeHome(['1.0.0', schemaNumber])
  let list = ''
  let signedAt = 1_000
  const egress = {
    safeFetch: async (asked: string) =>
      reply(asked.endsWith('.minisig') ? signer.sign(Buffer.from(list), `timestamp:${signedAt}`) : list),
    safeDownload: () => Promise.reject(new Error('no archive in this test')),
    checkUrl: async () => {},
  }
  const said: string[] = []
  const parent = {
    listen: () => {},
    ready: () => {},
    stay: () => {},
    sockets: undefined,
    turn: async () => {},
    handOver: () => void said.push('hand-over'),
  }
  let t: TestPanel
  let me: Visitor
  const publish = (...names: string[]) => {
    const archives = { x64: { url: 'a.tar.gz', sha256: '0'.repeat(64), size: 1 }, arm64: undefined }
    const entry = {
      channel: 'stable',
      date: '2026-01-01',
      notes: ['new'],
      core: '',
      schema: schemaNumber,
      archives,
    }
    list = JSON.stringify({ releases: names.map((name) => ({ version: name, ...entry })) })
  }
  beforeAll(async () => {
    t = await testPanel({}, { egress, parent })
    t.config.installation = installationOf(join(home, 'versions', '1.0.0', 'lib'))
    await t.reopen()
    me = await t.login()
  })
  afterAll(async () => {
    await t.stop()
    rmSync(home, { recursive: true })
  })

  it('tells of a newer version, plans it, and refuses an older list', async () => {
    publish('1.1.0', '1.2.0', '0.9.0')
    expect((await me.get(`/panel/api/server/getPanelUpdateInfo`)).obj).toEqual({
      ...{ currentVersion: '1.0.0', latestVersion: '1.2.0', updateAvailable: true },
    })
    expect((await me.get<UpdatePlan>(`${root}/plan`)).obj).toMatchObject({ to: '1.2.0', migrates: false })
    signedAt = 999
    publish('1.1.0')
    expect((await me.post<UpdateState>(`${root}/check`)).obj).toMatchObject({
      ...{ latestVersion: '1.2.0', errorCoded: { code: 'update.list-old' } },
    })
    signedAt = 1_001
    expect((await me.post<UpdateState>(`${root}/check`)).obj).toMatchObject({
      latestVersion: '1.1.0',
      error: '',
    })
  })

  it('keeps the channel as a setting', async () => {
    expect((await me.post('/panel/api/server/setUpdateChannel', { dev: true })).success).toBe(true)
    expect((await me.get<UpdateState>(`${root}/state`)).obj.channel).toBe('dev')
    await me.post('/panel/api/server/setUpdateChannel', { channel: 'stable' })
    expect((await me.get<UpdateState>(`${root}/state`)).obj.channel).toBe('stable')
  })

  it.runIf(process.arch === 'x64')('says why an update failed, and leaves everything as it was', async () => {
    const before = readdirSync(home)
    const { obj } = await me.post<{ runId: string }>('/panel/api/server/updatePanel')
    await expect
      .poll(async () => (await me.get('/panel/api/server/getUpdateStatus')).obj)
      .toMatchObject({ runId: obj.runId, state: 'failed', exitCode: 1 })
    const { run } = (await me.get<UpdateState>(`${root}/state`)).obj
    expect(run).toMatchObject({ step: 'failed', to: '1.1.0', reason: 'no archive in this test' })
    expect(readdirSync(home).sort()).toEqual([...before, 'update.json'].sort())
    expect(said).toEqual([])
  })
})

describe('the database before an update', () => {
  const home = makeHome(['1.0.0', schemaNumber], ['2.0.0', schemaNumber + 1])
  let t: TestPanel
  let me: Visitor
  const note = (step: UpdateStep): UpdateRun => {
    const run = { runId: 'r', from: '1.0.0', to: '2.0.0', by: '', step, percent: 0, coreRan: false }
    writeRun(home, { ...run, startedAt: 1, finishedAt: step === 'rolled-back' ? 2 : 0 })
    return readRun(home)!
  }
  const keeper = () =>
    createBeforeUpdate({
      ...{ config: t.config, log: silentLog, now: Date.now },
      prepare: createPrepare(silentLog, Date.now),
    })
  const plans = async () =>
    (await me.get<{ name: string }[]>('/panel/api/plans/list')).obj.map(({ name }) => name)
  const addPlan = async (name: string) =>
    expect(await me.post('/panel/api/plans/add', { name, totalGB: 0, days: 30 })).toMatchObject({
      success: true,
    })
  const write = async (...statements: string[]) => {
    const db = await openDb(t.config.database, silentLog, Date.now)
    for (const statement of statements) await db.write((tx) => sql.raw(statement).execute(tx))
    await db.close()
  }
  beforeAll(async () => {
    t = await testPanel()
    t.config.installation = installationOf(join(home, 'versions', '1.0.0', 'lib'))
    me = await t.login()
    await addPlan('ann')
  })
  afterAll(async () => {
    await t.stop()
    rmSync(home, { recursive: true })
  })

  it('is brought back if the new version changed its tables', async () => {
    note('hand-over')
    await keeper().keep(t.panel.db)
    await t.reopen(async () => {
      note('trial')
      await keeper().bringBack()
      expect(existsSync(join(t.config.dataFolder, 'before-update'))).toBe(true)
      await write(
        'delete from plans',
        'create table of_tomorrow (id integer)',
        "insert into schema_migrations (name, applied_at, version) values ('999-of-tomorrow', 1, '2.0.0')",
      )
      note('rolled-back')
      await keeper().bringBack()
    })
    expect(await plans()).toEqual(['ann']) // with the same session
    await expect(write('select * from of_tomorrow')).rejects.toThrow()
    await keeper().bringBack()
    expect(existsSync(join(t.config.dataFolder, 'before-update'))).toBe(false)
  })

  it('is brought back if only its content was changed, and once only', async () => {
    note('hand-over')
    await keeper().keep(t.panel.db)
    await t.reopen(async () => {
      await write('delete from plans')
      note('rolled-back')
      await keeper().bringBack()
    })
    expect(await plans()).toEqual(['ann'])
    await addPlan('bob')
    await t.reopen(() => keeper().bringBack())
    expect(await plans()).toEqual(['ann', 'bob'])
    expect(existsSync(join(t.config.dataFolder, 'before-update'))).toBe(false)
  })

  it('is dropped when the new version works', async () => {
    note('hand-over')
    await keeper().keep(t.panel.db)
    await addPlan('carol')
    await t.reopen(async () => {
      note('done')
      await keeper().bringBack()
    })
    expect(await plans()).toEqual(['ann', 'bob', 'carol'])
    expect(existsSync(join(t.config.dataFolder, 'before-update'))).toBe(false)
  })
})
