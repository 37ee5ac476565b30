import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Health } from '#contract/health-api.ts'
import type { Demo } from '#server/app/demo.ts'
import { parseLogLine } from '#server/core/process/log-line.ts'
import type { Core } from '#server/core/room.ts'
import { mmdbFile, providerRecord } from '#test/fixtures/mmdb.ts'
import { addClient, addInbound, type ListedInbound } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { subscriberOf } from '#test/subscriber.ts'

// Suspicions about providers, from what their clients do.

const hour = 3_600_000
const count = 12
let t: ServedPanel
let me: Visitor
let inbound: ListedInbound

/** Hears what the core prints, as the panel's own listeners do. */
const hearing: Parameters<Core['onLine']>[0][] = []
const demo: Demo = {
  core: (core) => ({
    ...core,
    onLine(listener) {
      hearing.push(listener)
      return () => {}
    },
  }),
  round: () => [],
  guarded: (_, handler) => handler,
  guardedPosts: (listener) => listener,
}
/** The core took a connection of this client. */
function connected(email: string, address: string): void {
  const route = `[${inbound.tag} >> direct] email: ${email}`
  const line = `2026/11/18 09:06:14.143427 from tcp:${address}:5000 accepted tcp:example.com:443 ${route}`
  for (const listener of hearing) listener(line, parseLogLine(line))
}

const clientsOf = (name: string) => Array.from({ length: count }, (_, i) => `${name}-${i}`)
const networks = { tci: '5.200.1', other: '8.8.8' }
const addressOf = (name: keyof typeof networks, i: number) => `${networks[name]}.${i + 1}`
const rows = () => t.panel.db.read.selectFrom('caller_hours').selectAll().execute()
const suspicions = async () => {
  const { findings } = Health.parse((await me.post('/panel/api/health/check')).obj)
  return findings.filter(({ id }) => id.startsWith('callers.'))
}
/** To the beginning of the next hour. */
async function nextHour(): Promise<void> {
  t.advance(hour - (t.now() % hour) + 1_000)
  await t.panel.callers.job.run()
}

beforeAll(async () => {
  t = await servedPanel({}, { demo })
  me = await t.login()
  const records = {
    '5.200.0.0/16': providerRecord(58_224, 'TCI', 'IR'),
    '8.8.8.0/24': providerRecord(15_169, 'Other', 'US'),
  }
  mkdirSync(t.config.binFolder, { recursive: true })
  writeFileSync(join(t.config.binFolder, 'asn.mmdb'), mmdbFile(records))
  await t.panel.geo.networks.refresh()
  await me.post('/panel/setting/update', { trustedProxyCIDRs: '127.0.0.0/8' })
  inbound = await addInbound(me, { remark: 'Paris' })
  for (const email of [...clientsOf('tci'), ...clientsOf('other')])
    await addClient(me, { email, subId: `${email}-sub` }, [inbound.id])
  await nextHour()
})
afterAll(() => t.stop())

it('subscriptions that one provider fetches and does not use are a suspicion with its evidence', async () => {
  const get = subscriberOf(t.subPort)
  for (const name of ['tci', 'other'] as const)
    for (const [i, email] of clientsOf(name).entries())
      expect((await get(`/sub/${email}-sub`, { 'x-forwarded-for': addressOf(name, i) })).status).toBe(200)
  await nextHour()
  expect(await suspicions()).toEqual([])
  t.panel.callers.moved(clientsOf('other').map((name) => ({ kind: 'client', name, up: 1, down: 1 })))
  await nextHour()
  expect(await suspicions()).toMatchObject([
    {
      ...{ id: 'callers.unused-AS58224', state: 'warn', subject: { kind: 'server' } },
      sentence: expect.stringMatching(/^Suspicion: 12 of 12 clients from TCI \(AS58224, IR\) .* 0 of 12\.$/),
    },
  ])
})

it('connections of one provider that bring no data are a suspicion about the inbound', async () => {
  for (const name of ['tci', 'other'] as const)
    for (const [i, email] of clientsOf(name).entries())
      for (let n = 0; n < 2; n++) connected(email, addressOf(name, i))
  t.panel.callers.moved(clientsOf('other').map((name) => ({ kind: 'client', name, up: 9, down: 90_000 })))
  await nextHour()
  expect(await suspicions()).toMatchObject([
    {
      ...{ id: `callers.silent-${inbound.id}-AS58224`, state: 'warn' },
      subject: { kind: 'inbound', id: String(inbound.id), name: 'Paris' },
      sentence: expect.stringContaining('12 of 12 clients from TCI (AS58224, IR) connected to Paris'),
    },
  ])
})

it('only sums are stored', async () => {
  const text = JSON.stringify(await rows())
  expect(text).toContain('"AS58224"')
  for (const secret of ['tci-1', 'other-1', ...Object.values(networks)]) expect(text).not.toContain(secret)
})

it('a provider whose clients stay away a week later is a suspicion, and old hours are forgotten', async () => {
  const last = Math.max(...(await rows()).map((row) => row.hour))
  t.advance(last + 7 * 24 * hour - t.now()) // a week after the hour of the connections
  me = await t.login()
  await nextHour() // the panel did not run until here: nothing is known of that hour
  expect(await suspicions()).toEqual([])
  const at = Math.floor(t.now() / hour) * hour
  await t.panel.db.write((tx) =>
    tx
      .updateTable('caller_hours')
      .set({ hour: at - 7 * 24 * hour })
      .where('hour', '=', last)
      .execute(),
  )
  for (const [i, email] of clientsOf('other').entries()) connected(email, addressOf('other', i))
  await nextHour()
  expect(await suspicions()).toMatchObject([
    {
      id: `callers.dropped-${inbound.id}-AS58224`,
      state: 'note',
      sentence: expect.stringContaining('it was 12'),
    },
  ])
  expect(Math.min(...(await rows()).map((row) => row.hour))).toBeGreaterThanOrEqual(at - 8 * 24 * hour)
})

it('nothing is kept once it is turned off', async () => {
  await me.post('/panel/setting/update', { callerSigns: false })
  connected('tci-1', addressOf('tci', 1))
  await nextHour()
  expect(await rows()).toEqual([])
  expect(await suspicions()).toEqual([])
})
