import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Backup, BackupComparison, BackupState } from '#contract/backup.ts'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import { type FakeS3, fakeS3, s3Keys } from '#test/fixtures/fake-s3.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const root = '/panel/api/backups'
const hour = 3_600_000
let t: TestPanel
let me: Visitor
let s3: FakeS3
beforeAll(async () => {
  s3 = await fakeS3()
  t = await testPanel({}, { egress: createEgress() })
  me = await t.login()
})
afterAll(async () => {
  await t.stop()
  await s3.close()
})

const state = async () => (await me.get<BackupState>(`${root}/list`)).obj
const save = async (settings: object) =>
  expect((await me.post('/panel/setting/update', settings)).msg).toBe('The parameters have been changed.')
/** What the timer does every minute. */
const tick = () => t.panel.backup.backups.jobs[0]?.run(new AbortController().signal)
async function advance(ms: number) {
  t.advance(ms)
  me = await t.login()
}
const scheduled = async () => (await state()).backups.filter(({ kind }) => kind === 'scheduled')

it('keeps its secrets to itself, and a blank one as it was', async () => {
  await save({ backupPassphrase: 'a word', backupS3SecretKey: s3Keys.secretKey })
  await save({ backupPassphrase: '', backupS3SecretKey: '', backupKeep: 2 })
  const { obj } = await me.get<Record<string, unknown>>('/panel/setting/all')
  expect(obj).toMatchObject({
    backupPassphrase: '',
    hasBackupPassphrase: true,
    backupS3SecretKey: '',
    hasBackupS3SecretKey: true,
    backupKeep: 2,
  })
  await save({ clearBackupPassphrase: true })
  expect((await me.get<object>('/panel/setting/all')).obj).toMatchObject({ hasBackupPassphrase: false })
  expect(await me.post('/panel/setting/update', { backupCron: '99 4 * * *' })).toMatchObject({
    success: false,
    field: 'backupCron',
  })
})

it('makes a backup at each slot, makes up for a missed one, and deletes the oldest', async () => {
  await save({ backupCron: '@every 6h', backupKeep: 2 })
  await tick()
  expect(await scheduled()).toEqual([])
  for (let i = 0; i < 3; i++) {
    await advance(30 * hour) // several slots were missed: one backup makes up for them
    await tick()
    await tick()
  }
  expect(await scheduled()).toHaveLength(2)
  const now = await state()
  expect(now.lastRun).toMatchObject({ kind: 'scheduled', error: '' })
  expect(now.nextAt - (now.lastRun?.at ?? 0)).toBeLessThanOrEqual(6 * hour)
  expect(t.panel.backup.backups.jobs[0]?.dueIn?.()).toBeLessThanOrEqual(6 * hour)
  expect(now.overdue).toBe(false)
  expect(readdirSync(join(t.config.dataFolder, 'backups'))).toHaveLength(2)
})

it('tries a target before it is saved, and refuses a private address unless that is allowed', async () => {
  const target = { backupS3Endpoint: s3.url, backupS3Bucket: 'backups', backupS3AccessKey: s3Keys.accessKey }
  const test = (more: object) => me.post(`${root}/testTarget`, { ...target, ...more })
  expect(await test({})).toMatchObject({ success: false, code: expect.stringMatching(/^egress\./) })
  expect(await test({ backupS3AllowPrivate: true })).toMatchObject({ success: true })
  expect(s3.calls.map((call) => call.split(' ')[0])).toEqual(['PUT', 'GET', 'DELETE'])
  expect(s3.objects.size).toBe(0)
  expect(await test({ backupS3AllowPrivate: true, backupS3SecretKey: 'wrong' })).toMatchObject({
    code: 'backup.s3-said',
    msg: expect.stringContaining('SignatureDoesNotMatch: No & no.'),
  })
  expect(await test({ backupS3AllowPrivate: true, backupS3Bucket: 'other' })).toMatchObject({
    msg: expect.stringContaining('NoSuchBucket'),
  })
  expect(await me.post(`${root}/testTarget`, {})).toMatchObject({ code: 'backup.s3-incomplete' })
  await save({ ...target, backupS3AllowPrivate: true, backupS3Prefix: 'my panel/a+b ' })
})

it('stores every backup in S3 too, lists it there, restores it from there, and deletes the oldest', async () => {
  for (let i = 0; i < 5; i++) {
    await advance(7 * hour)
    await tick()
  }
  expect(s3.objects.size).toBe(2)
  const far = (await state()).backups.filter(({ where }) => where === 's3')
  expect(far).toHaveLength(2)
  const [{ id, name, bytes } = {} as Backup] = far
  expect(s3.objects.get(`my panel/a+b ${name}`)?.length).toBe(bytes)
  const { obj } = await me.post<BackupComparison>(`${root}/compare/${id}`, {})
  expect(obj.backup.users).toBe(1)
  const file = await me.call('GET', `${root}/download/${id}`)
  expect(file.rawPayload.length).toBe(bytes)
  expect((await me.post(`${root}/del/${id}`)).success).toBe(true)
  expect(s3.objects.size).toBe(1)
  expect(readdirSync(join(t.config.dataFolder, 'uploads'))).toEqual([])
})

it('says that a backup failed or is overdue, and tries again', async () => {
  const told: string[] = []
  t.panel.hub.publish = ((kind: string, body: { code?: string }) => {
    if (kind === 'notification') told.push(body.code ?? '')
  }) as typeof t.panel.hub.publish
  s3.fail(503)
  await advance(7 * hour)
  await expect(tick()).rejects.toMatchObject({ code: 'backup.s3-said' })
  const calls = s3.calls.length
  await expect(tick()).rejects.toMatchObject({ code: 'backup.s3-said' }) // still, without another attempt
  expect(s3.calls.length).toBe(calls)
  const there = readdirSync(join(t.config.dataFolder, 'backups'))
  expect((await state()).lastRun).toMatchObject({ name: '', errorCoded: { code: 'backup.s3-said' } })
  expect(await state()).toMatchObject({ listErrorCoded: { code: 'backup.s3-said' } })
  await advance(hour)
  await expect(tick()).rejects.toThrow()
  expect(s3.calls.length).toBeGreaterThan(calls)
  expect(readdirSync(join(t.config.dataFolder, 'backups'))).toEqual(there) // it is sent again, not made again
  await advance(12 * hour)
  await expect(tick()).rejects.toThrow()
  expect((await state()).overdue).toBe(true)
  await save({ backupS3Endpoint: '' })
  await advance(hour)
  await tick()
  expect(await state()).toMatchObject({ overdue: false, listError: '' })
  expect(told.filter((code) => code.startsWith('backup.'))).toEqual(['backup.failed', 'backup.overdue'])
})
