import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit-api.ts'
import { freePort } from '#test/free-port.ts'
import { admin, type Program, startProgram } from '#test/program.ts'
import { until } from '#test/until.ts'
import { logIn, type Visitor } from '#test/visitor.ts'
import { type Storage, sqliteStorage } from './durability/storage.ts'

const long = process.env.SLUICE_LONG === '1'
const PEOPLE = long ? 2_000 : 200
const ROUNDS = long ? 24 : 1
const clients = '/panel/api/clients'

let folder: string
let program: Program | undefined
let storage: Storage
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-undo-kills-'))
  storage = sqliteStorage(folder)
})
afterEach(async () => {
  await program?.kill('SIGKILL')
  await storage.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function begun(port: number): Promise<Visitor> {
  program = await startProgram({ folder, port, env: storage.env })
  await program.ready
  return logIn(program.url, admin)
}

const stateOf = async (me: Visitor): Promise<string> =>
  JSON.stringify((await me.get<unknown>(`${clients}/list`)).obj)

/** The newest act that can be undone, of those after the clients were created. */
async function openAct(me: Visitor, creation = 0): Promise<number | undefined> {
  const { obj } = await me.get<{ items: AuditEntry[] }>('/panel/api/audit?objectKind=clients&pageSize=5')
  return obj.items.find(({ undo }) => undo?.state === 'open' && undo.id > creation)?.undo?.id
}

it('a panel that is killed during an act on many clients, or its undo, is before or after', async () => {
  const port = await freePort()
  let me = await begun(port)
  const inbound = { remark: 'in', port: await freePort(), protocol: 'vless', enable: true }
  const made = await me.post<{ id: number }>('/panel/api/inbounds/add', inbound)
  const other = { ...inbound, remark: 'other', port: await freePort() }
  const second = (await me.post<{ id: number }>('/panel/api/inbounds/add', other)).obj.id
  const first = made.obj.id
  const people = Array.from({ length: PEOPLE }, (_, i) => ({
    client: {
      email: `client-${i}`,
      totalGB: 1e9 + i,
      expiryTime: Date.now() + (i % 3 === 1 ? -1e9 : 1e9) + i,
      enable: i % 5 !== 2,
      group: ['', 'gold'][i % 2],
    },
    inboundIds: i % 2 === 1 ? [first, second] : [first],
  }))
  expect(await me.post(`${clients}/bulkCreate`, people)).toMatchObject({ success: true })
  for (const email of ['client-0', 'client-1'])
    await me.post(`${clients}/updateTraffic/${email}`, { upload: 1_000, download: 9_000 })
  const creation = await openAct(me)
  // The traffic tick ends those whose time is over; none may be left for it afterwards.
  await until('those whose time is over have ended', async () => {
    const { obj } = await me.get<{ enable: boolean; expiryTime: number }[]>(`${clients}/list`)
    return obj.every(({ enable, expiryTime }) => !enable || expiryTime > Date.now())
  })
  const before = await stateOf(me)
  const acts: [string, object][] = [
    ['bulkRenew', { query: {}, days: 30 }],
    ['bulkDel', { query: {} }],
    ['bulkAdjust', { query: {}, addDays: 30 }],
    ['bulkAdjust', { query: {}, setBytes: 2e12, setLimitIp: 3, setGroup: 'new' }],
    ['bulkResetTraffic', { query: {} }],
    ['bulkEnable', { query: {} }],
    ['bulkDisable', { query: {} }],
    ['bulkAttach', { query: {}, inboundIds: [second] }],
    ['bulkDetach', { query: {}, inboundIds: [first] }],
    ['groups/bulkAdd', { query: {}, group: 'silver' }],
    ['groups/bulkRemove', { query: { group: 'gold' } }],
    ['delDepleted', {}],
  ]
  for (let round = 0; round < ROUNDS; round++) {
    const [act, body] = acts[round % acts.length] ?? ['', {}]
    const killed = async (path: string, sent: object) => {
      void me.post(path, sent).catch(() => {}) // it is killed
      await new Promise((go) => setTimeout(go, randomInt(long ? 400 : 120)))
      await program?.kill('SIGKILL')
      expect(await storage.integrity()).toBe('ok')
      me = await begun(port)
    }
    await killed(`${clients}/${act}`, body)
    let open = await openAct(me, creation)
    if (open === undefined) {
      expect(await stateOf(me), `${act} was not done`).toBe(before)
      open = (await me.post<{ undo: number }>(`${clients}/${act}`, body)).obj.undo
    }
    await killed(`/panel/api/undo/${open}`, {})
    if ((await openAct(me, creation)) === open)
      expect(await me.post(`/panel/api/undo/${open}`, {})).toMatchObject({ success: true })
    expect(await stateOf(me), `${act} was undone`).toBe(before)
  }
})
