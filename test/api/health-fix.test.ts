import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit-api.ts'
import type { BackupState } from '#contract/backup.ts'
import { FixResult, type Health } from '#contract/health-api.ts'
import type { Settings } from '#contract/settings.ts'
import type { ApiTokenView } from '#contract/settings-api.ts'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import { readJoinString } from '#domain/fleet/join-string.ts'
import { Refusal } from '#domain/refusal.ts'
import { nodeCommand } from '#server/cli/node.ts'
import type { Egress } from '#server/platform/egress/safe-fetch.ts'
import type { Actor } from '#server/platform/http/caller.ts'
import { ipFile } from '#test/fixtures/geo-dat.ts'
import { freePort } from '#test/free-port.ts'
import { addClient, addInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

// What the panel does itself when somebody presses the button of a finding.

const job: Actor = { kind: 'job', name: 'test', address: '' }
const day = 86_400_000
const health = '/panel/api/health'

/** The site of the geo files; undefined while it is away. */
let outside: Buffer | undefined
const closed = () => Promise.reject(new Refusal('other.said', { reason: 'Tests have no way out.' }))
const egress: Egress = {
  safeFetch: closed,
  checkUrl: closed,
  async safeDownload(_, sink) {
    if (!outside) {
      sink.destroy()
      return closed()
    }
    sink.end(outside)
    await once(sink, 'close')
    const headers = new Map([['last-modified', new Date(t.now()).toUTCString()]])
    return { status: 200, size: outside.length, headers }
  },
}

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  const ports = { SLUICE_PORT: String(await freePort()), SLUICE_SUB_PORT: String(await freePort()) }
  t = await testPanel(ports, { egress })
  me = await t.login()
  const { id } = await addInbound(me, { port: await freePort() })
  await addClient(me, { email: 'ann', limitIp: 2 }, [id])
})
afterAll(() => t.stop())

const checkNow = async () => (await me.post<Health>(`${health}/check`)).obj
const found = ({ findings }: Health, id: string) => findings.find((one) => one.id === id)
const press = (id: string, visitor = me) => visitor.post<FixResult>(`${health}/fix`, { id })
const save = async (settings: Partial<Settings>) =>
  expect(await me.post('/panel/setting/update', settings)).toMatchObject({ success: true })
const settings = async () => (await me.get<Settings>('/panel/setting/all')).obj
const lastActs = async (pageSize: number) =>
  (await me.get<{ items: AuditEntry[] }>(`/panel/api/audit?pageSize=${pageSize}`)).obj.items

/** Presses the button of a finding that is there, and looks for it again. */
async function mend(id: string): Promise<void> {
  expect(found(await checkNow(), id)?.action, id).toMatchObject({ kind: 'fix' })
  const { obj, msg } = await press(id)
  expect([FixResult.parse(obj).outcome, msg], id).toEqual(['fixed', ''])
  expect(found(obj.health, id)?.action?.kind).not.toBe('fix')
  expect(found(await checkNow(), id)?.action?.kind).not.toBe('fix')
}

it.each<[id: string, Partial<Settings>, Partial<Settings>]>([
  ['limits.ip', { ipLimitEnable: false }, { ipLimitEnable: true }],
  ['entries', { entryCheckMinutes: 0 }, { entryCheckMinutes: 5 }],
  ['subscriptions.off', { subEnable: false }, { subEnable: true }],
])('%s: turns on what was off, as the operator who asked', async (id, off, on) => {
  await save(off)
  await mend(id)
  expect(await settings()).toMatchObject(on)
  const acts = await lastActs(1)
  expect(acts).toMatchObject([{ action: 'settings.update', actor: 'root' }])
})

it('backs up once, however often and by how many it is asked at the same time', async () => {
  await save({ backupEnable: false })
  expect(found(await checkNow(), 'backups')).toMatchObject({ state: 'warn', action: { fix: 'backup' } })
  const colleague = await t.login()
  const { obj: token } = await me.post<ApiTokenView>('/panel/setting/apiTokens/create', { name: 'script' })
  const byToken = t.inject({
    ...{ method: 'POST', url: `${health}/fix`, payload: { id: 'backups' } },
    headers: { authorization: `Bearer ${token.token ?? ''}` },
  })
  const answers = await Promise.all([
    press('backups'),
    press('backups'),
    press('backups', colleague),
    byToken.then((reply) => reply.json<Awaited<ReturnType<typeof press>>>()),
  ])
  expect(answers.map(({ obj }) => obj?.outcome)).toEqual(['fixed', 'fixed', 'fixed', 'fixed'])
  const { obj: state } = await me.get<BackupState>('/panel/api/backups/list')
  expect(state.backups).toHaveLength(1)
  expect((await lastActs(20)).filter(({ action }) => action === 'backup.add')).toHaveLength(1)
  // Pressed once more: somebody was faster.
  expect((await press('backups')).obj.outcome).toBe('nothing')
  expect((await me.get<BackupState>('/panel/api/backups/list')).obj.backups).toHaveLength(1)
})

it('closes a file of the data folder to others, and nothing else', async () => {
  const file = join(t.config.dataFolder, 'extra.key')
  const foreign = join(t.config.dataFolder, 'elsewhere', 'shared.key')
  mkdirSync(join(t.config.dataFolder, 'elsewhere'))
  for (const path of [file, foreign]) writeFileSync(path, 'x')
  for (const path of [file, foreign]) chmodSync(path, 0o644)
  const link = join(t.config.dataFolder, 'link.key')
  symlinkSync(foreign, link)
  await mend(`permissions.${file}`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await lastActs(1)).toMatchObject([{ action: 'finding.fix', object: `permissions.${file}` }])
  for (const path of [link, foreign]) expect((await press(`permissions.${path}`)).obj.outcome).toBe('nothing')
  expect(statSync(foreign).mode & 0o777).toBe(0o644)
})

it('fetches geo files that are missing or old; what fails is said and leaves the finding', async () => {
  const file = join(t.config.binFolder, 'geoip.dat')
  const id = 'geo.geoip.dat'
  const rule = { type: 'field', ip: ['geoip:private'], outboundTag: 'blocked' }
  const template = { ...defaultTemplate(), routing: { rules: [rule] } }
  await t.panel.settings.set({ xrayTemplateConfig: JSON.stringify(template) }, job)
  expect(found(await checkNow(), id)?.action).toMatchObject({ kind: 'fix', on: 'geoip.dat' })
  const refused = await press(id)
  expect([refused.success, refused.msg]).toEqual([false, expect.stringContaining('no way out')])
  expect([existsSync(file), found(await checkNow(), id)?.state]).toEqual([false, 'bad'])

  outside = ipFile({ PRIVATE: Array.from({ length: 12 }, (_, i) => [[10, i, 0, 0], 16]) })
  await mend(id)
  const old = (t.now() - 90 * day) / 1000
  utimesSync(file, old, old)
  await mend('geo')
  expect(statSync(file).mtimeMs).toBeGreaterThan(t.now() - day)
})

it('sends a node again what it refused, and says that it is still refused', async () => {
  const { obj: node } = await me.post<{ id: number }>('/panel/api/nodes/add', {
    ...{ name: 'bergen', address: 'bergen.invalid', port: 443, apiToken: 't' },
  })
  const later = t.now() + day
  await t.panel.db.write(async (tx) => {
    await tx.updateTable('nodes').set({ status: 'online' }).where('id', '=', node.id).execute()
    const error = JSON.stringify({ code: 'other.said', params: { reason: 'no' } })
    await tx
      .insertInto('fleet_log')
      .values({ node_id: node.id, kind: 'inbound', key: 1, since: 1, tries: 3, retry_at: later, error })
      .execute()
  })
  t.panel.fleet.follow() // what the last call found is forgotten
  const id = `nodes.node-${node.id}-refused`
  expect(found(await checkNow(), id)?.action).toMatchObject({ kind: 'fix', fix: 'node', on: `${node.id}` })
  expect((await press(id)).obj.outcome).toBe('left')
  const [row] = await t.panel.db.read.selectFrom('fleet_log').select('retry_at').execute()
  expect(Number(row?.retry_at)).toBeLessThan(later)
  expect(await lastActs(1)).toMatchObject([{ action: 'finding.fix', object: id }])
  await me.post(`/panel/api/nodes/del/${node.id}`)
})

it('does nothing about what is not there, or what only a person can do', async () => {
  const before = await lastActs(1)
  for (const id of ['no such finding', 'core', '__proto__', 'ports', 'addresses'])
    expect((await press(id)).obj?.outcome, id).toBe('nothing')
  for (const id of ['x'.repeat(301), 'x\u0000y', 7, undefined])
    expect((await me.post(`${health}/fix`, { id })).success).toBe(false)
  expect(await lastActs(1)).toEqual(before)
})

it('is for administrators only', async () => {
  await save({ ipLimitEnable: false })
  await checkNow()
  const ask = async (headers: Record<string, string>) =>
    (await t.inject({ method: 'POST', url: `${health}/fix`, headers, payload: { id: 'limits.ip' } }))
      .statusCode
  let token = ''
  const keep = (join: string) => {
    token = readJoinString(join).token
  }
  await nodeCommand(t.config, ['invite', '--address', '10.0.0.1'], keep, () => {})
  const asked = [
    {},
    { authorization: 'Bearer x' },
    { authorization: `Bearer ${token}` },
    { cookie: me.cookie },
  ]
  for (const headers of asked) expect(await ask(headers), JSON.stringify(headers)).toBeGreaterThanOrEqual(400)
  expect((await settings()).ipLimitEnable).toBe(false)
})
