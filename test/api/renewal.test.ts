import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StoredClient } from '#domain/clients/client.ts'
import { isDeletable } from '#domain/clients/status.ts'
import { afterTick } from '#domain/traffic/depletion.ts'
import { systemTimeZone } from '#server/platform/system-time-zone.ts'
import { toClient } from '#server/store/rows/client.ts'
import { addClient, addInbound, clients, recordOf } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'

const day = 86_400_000
let t: MeteredPanel
let me: Visitor
let inboundId: number
beforeAll(async () => {
  t = await meteredPanel()
  me = await t.login()
  inboundId = (await addInbound(me)).id
})
afterAll(() => t.stop())

type Choice = Record<string, readonly unknown[]>
const choices = {
  reset: [0, 30],
  resetDay: [0, 15],
  resetMax: [0, 2],
  resetCount: [0, 2],
  expiry: ['never', 'passed', 'to come', 'delayed'],
  used: [0, 5, 10],
  total: [0, 10],
  state: ['on', 'panel off', 'operator off'],
} satisfies Choice

interface Made {
  email: string
  client: StoredClient
  used: number
  resetCount: number
}

/** Every combination of the fields that decide about renewal and expiry, as stored in the tables. */
async function everyKind(prefix: string): Promise<Map<string, Made>> {
  let all: Record<string, unknown>[] = [{}]
  for (const [key, values] of Object.entries(choices as Choice))
    all = all.flatMap((one) => values.map((value) => ({ ...one, [key]: value })))
  const moment = (kind: unknown) =>
    kind === 'never' ? 0 : kind === 'delayed' ? -7 * day : Date.now() + (kind === 'passed' ? -day : 9 * day)
  const kinds = all.map((one, i) => ({ ...one, email: `${prefix}${i}` })) as ({
    email: string
    used: number
    total: number
  } & Record<'reset' | 'resetDay' | 'resetMax' | 'resetCount', number> &
    Record<'expiry' | 'state', string>)[]
  const body = kinds.map(({ email }) => ({ client: { email }, inboundIds: [inboundId] }))
  expect(await me.post(`${clients}/bulkCreate`, body)).toMatchObject({ success: true })
  await t.panel.db.write(async (tx) => {
    for (const { email, expiry, used, total, state, resetCount, ...k } of kinds) {
      const limits = { expiry_time: moment(expiry), enable: state === 'on', reset: k.reset }
      const off = state === 'panel off'
      const days = { reset_day: k.resetDay, reset_max: k.resetMax, disabled_by_panel: off }
      const client = { ...limits, ...days, total_gb: total }
      await tx.updateTable('clients').set(client).where('email', '=', email).execute()
      const traffic = { ...limits, total, up: used, reset_count: resetCount }
      await tx.updateTable('client_traffics').set(traffic).where('email', '=', email).execute()
    }
  })
  return stored(prefix)
}

async function stored(prefix: string): Promise<Map<string, Made>> {
  const rows = await t.panel.db.read.selectFrom('clients').selectAll().execute()
  const counters = await t.panel.db.read.selectFrom('client_traffics').selectAll().execute()
  const of = new Map(counters.map((c) => [c.email, c]))
  return new Map(
    rows
      .filter((r) => r.email.startsWith(prefix))
      .map((r) => {
        const traffic = of.get(r.email)
        const used = (traffic?.up ?? 0) + (traffic?.down ?? 0)
        return [r.email, { email: r.email, client: toClient(r), used, resetCount: traffic?.reset_count ?? 0 }]
      }),
  )
}

it('delDepleted deletes exactly what the domain says, for every kind of client', async () => {
  const before = await everyKind('d')
  const now = Date.now()
  const wanted = [...before.values()].filter(({ client, used, resetCount }) =>
    isDeletable({ ...client, quota: client.totalGB, used, resetCount }, now),
  )
  expect(wanted.length).toBeGreaterThan(100)
  expect(await me.post(`${clients}/delDepleted`)).toMatchObject({ obj: { deleted: wanted.length } })
  const left = await stored('d')
  expect(wanted.filter(({ email }) => left.has(email))).toEqual([])
  expect(await me.post(`${clients}/bulkDel`, { emails: [...left.keys()] })).toMatchObject({ success: true })
})

it('a tick does what the domain says, for every kind of client', async () => {
  const before = await everyKind('t')
  await t.tick()
  const { at } = t.panel.traffic.lastTick()
  const after = await stored('t')
  const seen: Record<string, number> = {}
  const wrong: unknown[] = []
  for (const [email, { client, used, resetCount }] of before) {
    const plain = { rule: { whenEnded: 'cut' } as const, fairUse: client, dayUsed: 0 }
    const usage = { used, uncounted: 0, moved: false, resetCount, cutAt: 0, ...plain }
    const {
      client: next,
      zeroed,
      transitions,
    } = afterTick(client, usage, { now: at, zone: systemTimeZone(), held: false })
    for (const transition of transitions) seen[transition] = (seen[transition] ?? 0) + 1
    const wanted = [next.enable, next.expiryTime, zeroed ? 0 : used, resetCount + Number(zeroed)]
    const is = after.get(email)
    const found = is && [is.client.enable, is.client.expiryTime, is.used, is.resetCount]
    if (JSON.stringify(wanted) !== JSON.stringify(found))
      wrong.push({ client, used, resetCount, wanted, found })
  }
  expect(wrong).toEqual([])
  expect(seen).toEqual({ renewed: expect.any(Number), ended: expect.any(Number) })
})

it('a depleted quota comes back on the day of the month, and the client is not deleted meanwhile', async () => {
  const client = { email: 'monthly', totalGB: 100, expiryTime: Date.now() + day, reset: 0, resetDay: 1 }
  await addClient(me, client, [inboundId])
  t.fake.move('user', 'monthly', 100)
  await t.tick()
  expect(await recordOf(me, 'monthly')).toMatchObject({ enable: false })
  await me.post(`${clients}/delDepleted`)
  expect(await recordOf(me, 'monthly')).toMatchObject({ enable: false })
  t.pass(2 * day)
  me = await t.login()
  await t.tick()
  const renewed = await recordOf(me, 'monthly')
  expect(renewed).toMatchObject({ enable: true, resetDay: 1 })
  expect(renewed?.expiryTime).toBeGreaterThan(Date.now() + 2 * day)
  expect((await me.get(`${clients}/traffic/monthly`)).obj).toMatchObject({ up: 0, resetCount: 1 })
})

it('the search for due clients scans only expired ones that renew', async () => {
  if (t.panel.db.engine !== 'sqlite') return expect(t.panel.db.engine).toBe('postgres') // its planner may scan a small table
  const { rows } = await t.panel.db.read.executeQuery<{ detail: string }>({
    ...t.panel.db.read.selectFrom('clients').select('id').compile(),
    sql: `explain query plan select t.email from clients c join client_traffics t on t.email = c.email
      where c.expiry_time > 0 and c.expiry_time <= 1 and ((c.reset > 0 or c.reset_day > 0)
        and (c.reset_max = 0 or t.reset_count < c.reset_max))`,
  })
  expect(rows.map((r) => r.detail).join('\n')).toMatch(/idx_clients_renewing/)
})
