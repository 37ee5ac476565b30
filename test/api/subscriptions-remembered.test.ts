import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDevices } from '#server/devices/room.ts'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import { silentLog } from '#server/platform/log.ts'
import { hiddenBytes } from '#server/store/bulk-reads/core-json.ts'
import { createSubscriptions } from '#server/subscriptions/room.ts'
import { commitOn } from '#test/commit.ts'
import { addClient, addInbound, clients, inbounds } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import { noDeviceKeys } from '#test/no-device-keys.ts'
import type { Visitor } from '#test/panel.ts'
import { type Fetched, subscriberOf } from '#test/subscriber.ts'

// Whatever was written, in any order, by any process, announced or not: a cached reply equals a fresh one.

const minute = 60_000
const people = ['ann', 'bob', 'eve']
const trusted = { contains: () => false }

let clock = 1_800_000_000_000
let t: MeteredPanel
let me: Visitor
let ids: number[]
const servers: Server[] = []
let remembering: (path: string) => Promise<Fetched>
let fresh: (path: string) => Promise<Fetched>

async function serve(handler: RequestListener) {
  const server = createServer(handler).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const get = subscriberOf((server.address() as AddressInfo).port) // it listens on a port
  return async (path: string) => {
    const reply = await get(path)
    const { date: _, ...headers } = reply.headers
    return { ...reply, headers }
  }
}

/** A panel with an empty cache. */
function stranger(): RequestListener {
  const { db, settings } = t.panel
  return createSubscriptions({
    db,
    egress: createEgress(),
    commit: commitOn(db),
    storeFetches: { fetched: async () => {}, fetchedWith: async () => {} },
    devices: createDevices({
      ...{ db, commit: commitOn(db), settings },
      tell: () => {},
      now: () => clock,
      keys: noDeviceKeys,
    }),
    inboundTraffic: { of: async () => [] },
    quotasOf: async () => [],
    settings,
    hidden: (name, length) => hiddenBytes(settings.current().secret)(name, length),
    online: { has: () => false },
    isOverIp: () => false,
    coreVersion: () => t.panel.core.status().version,
    networkOf: t.panel.geo.networks.of,
    history: { lastDays: async () => [] },
    now: () => clock,
    log: silentLog,
  }).handler(trusted, false)
}

beforeAll(async () => {
  t = await meteredPanel({ now: () => clock })
  me = await t.login()
  ids = []
  for (const protocol of ['vless', 'vmess', 'trojan']) ids.push((await addInbound(me, { protocol })).id)
  remembering = await serve(t.panel.subscriptions.handler(trusted, false))
  fresh = await serve((request, response) => stranger()(request, response))
})
afterAll(async () => {
  for (const server of servers) server.close()
  await t.stop()
})

const who = fc.constantFrom(...people)
const inbound = fc.nat(2)
const bytes = fc.nat(2_000)
const step = fc.oneof(
  fc.record({ do: fc.constant('traffic' as const), who, bytes }),
  fc.record({ do: fc.constant('quota' as const), who, bytes }),
  fc.record({ do: fc.constant('expiry' as const), who, minutes: fc.integer({ min: -3, max: 5 }) }),
  fc.record({ do: fc.constant('switch' as const), who, on: fc.boolean() }),
  fc.record({ do: fc.constant('devices' as const), who, limit: fc.nat(2) }),
  fc.record({ do: fc.constant('reset' as const), who }),
  fc.record({ do: fc.constant('join' as const), who, group: fc.constantFrom('', 'family') }),
  fc.record({ do: fc.constant('group' as const), bytes, minutes: fc.nat(3) }),
  fc.record({ do: fc.constant('attach' as const), who, inbound }),
  fc.record({ do: fc.constant('detach' as const), who, inbound }),
  fc.record({ do: fc.constant('gone and back' as const), who }),
  fc.record({ do: fc.constant('inbound' as const), inbound, on: fc.boolean() }),
  fc.record({ do: fc.constant('host' as const), inbound, name: fc.constantFrom('a.example', 'b.example') }),
  fc.record({ do: fc.constant('setting' as const), title: fc.constantFrom('', 'One', 'Two') }),
  fc.record({ do: fc.constant('time' as const), minutes: fc.nat(3) }),
  fc.record({ do: fc.constant('untold' as const), who, bytes }),
  fc.record({ do: fc.constant('elsewhere' as const), who, bytes }),
  fc.record({ do: fc.constant('share' as const), who, on: fc.boolean() }),
)

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Doing<D extends Step['do']> = Extract<Step, { do: D }>

const person = (email: string) => ({ email, subId: `${email}-sub`, id: uuids[email], password: email })
const uuids: Record<string, string> = Object.fromEntries(
  people.map((email, i) => [email, `00000000-0000-4000-8000-00000000000${i}`]),
)
const update = (email: string, patch: object) => me.post(`${clients}/update/${email}`, { email, ...patch })
const at = (n: number) => ids[n] ?? 0

/** Another process that writes to the same database. */
async function elsewhere(email: string, up: number) {
  const { database } = t.config
  const sql = `update client_traffics set up = ${up} where email = '${email}'`
  if (database.kind === 'postgres') {
    const other = new pg.Client(database.dsn)
    await other.connect()
    expect((await other.query(sql)).rowCount).toBeLessThanOrEqual(1)
    await other.end()
    return
  }
  const other = new DatabaseSync(database.file)
  other.exec(`pragma busy_timeout=10000; ${sql}`)
  other.close()
}

const actions: { [D in Step['do']]: (s: Doing<D>) => Promise<unknown> } = {
  async traffic(s) {
    t.fake.move('user', s.who, 1, s.bytes)
    await t.tick()
  },
  quota: (s) => update(s.who, { totalGB: s.bytes * 2 }),
  expiry: (s) =>
    update(s.who, { expiryTime: s.minutes <= 0 ? s.minutes * minute : clock + s.minutes * minute }),
  switch: (s) => update(s.who, { enable: s.on }),
  devices: (s) => update(s.who, { limitHwid: s.limit }),
  reset: (s) => me.post(`${clients}/resetTraffic/${s.who}`),
  join: (s) => update(s.who, { group: s.group }),
  group: (s) =>
    me.post(`${clients}/groups/update`, {
      ...{ name: 'family', totalGB: s.bytes * 2 },
      expiryTime: s.minutes > 0 ? clock + s.minutes * minute : 0,
    }),
  attach: (s) => me.post(`${clients}/${s.who}/attach`, { inboundIds: [at(s.inbound)] }),
  detach: (s) => me.post(`${clients}/${s.who}/detach`, { inboundIds: [at(s.inbound)] }),
  async 'gone and back'(s) {
    await me.post(`${clients}/del/${s.who}`)
    await compare(s)
    await addClient(me, person(s.who), [at(0)])
  },
  inbound: (s) => me.post(`${inbounds}/setEnable/${at(s.inbound)}`, { enable: s.on }),
  host: (s) => me.post('/panel/api/hosts/add', { hosts: [s.name], inboundIds: [at(s.inbound)], remark: 'h' }),
  setting: (s) => me.post('/panel/setting/update', { subTitle: s.title }),
  async time(s) {
    clock += s.minutes * minute
    t.pass(s.minutes * minute)
  },
  untold: (s) =>
    t.panel.db.write((tx) =>
      tx.updateTable('client_traffics').set({ down: s.bytes }).where('email', '=', s.who).execute(),
    ),
  elsewhere: (s) => elsewhere(s.who, s.bytes),
  share: (s) =>
    t.panel.db.write((tx) =>
      tx
        .updateTable('clients')
        .set({ sub_id: s.on ? 'shared-sub' : `${s.who}-sub` })
        .where('email', '=', s.who)
        .execute(),
    ),
}

async function compare(after: Step | 'start') {
  for (const name of [...people, 'shared']) {
    const path = `/sub/${name}-sub`
    const remembered = await remembering(path)
    expect({ after, ...remembered }).toEqual({ after, ...(await fresh(path)) })
  }
}

async function play(steps: readonly Step[]) {
  for (const email of people) await addClient(me, person(email), [at(0), at(1)])
  for (let n = 0; n < 3; n++) await compare('start')
  for (const s of steps) {
    await (actions[s.do] as (s: Step) => Promise<unknown>)(s) // the table is keyed by the very step
    await compare(s)
  }
  await me.post(`${clients}/bulkDel`, { emails: people })
}

const numRuns = process.env.SLUICE_LONG ? 100 : 4
const timeout = numRuns * 20_000

it('a cached reply equals a fresh one, whatever was written', { timeout }, async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), play), { numRuns })
})

// PostgreSQL has no number that changes with every commit: there every request is looked up.
const remembered = process.env.SLUICE_TEST_DB === 'postgres' ? 1 : 0

it('a repeated request is looked up again only if something may have been committed', async () => {
  const { db } = t.panel
  await addClient(me, person('ann'), [at(0)])
  const look = db.tuples
  let looks = 0
  db.tuples = (sql, parameters) => {
    looks++
    return look(sql, parameters)
  }
  const asked = async () => {
    looks = 0
    await remembering('/sub/ann-sub')
    return looks
  }
  // The panel's own jobs commit too; that passes.
  await expect.poll(asked).toBe(remembered)
  await actions.untold({ do: 'untold', who: 'ann', bytes: 77 })
  expect(await asked()).toBe(1)
  await expect.poll(asked).toBe(remembered)
  expect((await remembering('/sub/ann-sub')).headers['subscription-userinfo']).toContain('download=77')
})
