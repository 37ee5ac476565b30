import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSightings } from '#server/clients/sightings.ts'
import type { CoreApi } from '#server/core/api/client.ts'
import { createPresence } from '#server/presence/room.ts'
import { setsFor } from '#server/store/sets.ts'
import { commitOn } from '#test/commit.ts'
import { addClient, addInbound, clients } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const start = 1_800_000_000_000

let t: TestPanel
let me: Visitor
let inboundId: number
/** What the core reports. */
let users: { email: string; ips: { ip: string; lastSeen: number }[] }[] = []
let now = start
let writes = 0
/** Networks inside MASQUE tunnels. */
let pools: string[] = []

const from = (...ips: string[]) => ips.map((ip) => ({ ip, lastSeen: Math.floor(now / 1_000) }))

beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  inboundId = (await addInbound(me)).id
  for (const email of ['Ann', 'bob', 'eve']) await addClient(me, { email }, [inboundId])
})
afterAll(() => t.stop())

const presence = () =>
  createPresence({
    db: t.panel.db,
    commit: commitOn({
      ...t.panel.db,
      write: (work) => {
        writes += 1
        return t.panel.db.write(work)
      },
    }),
    sightings: createSightings(setsFor(t.panel.db.engine)),
    core: {
      api: () => ({ online: async () => users }) as Partial<CoreApi> as CoreApi,
      masquePools: () => pools,
    },
    now: () => now,
  })

const lastOnline = async (email: string) =>
  (await me.post<Record<string, number>>(`${clients}/lastOnline`)).obj[email]

it('a client whose counters moved is online for the grace period, everywhere', async () => {
  t.panel.presence.moved(['bob'], Date.now())
  expect((await me.post(`${clients}/onlines`)).obj).toEqual(['bob'])
  expect(
    (await me.get<{ summary: { onlineCount: number } }>(`${clients}/list/paged`)).obj.summary,
  ).toMatchObject({
    onlineCount: 1,
    online: ['bob'],
  })
  t.advance(20_000)
  expect((await me.post(`${clients}/onlines`)).obj).toEqual([])
})

it('connected and idle is online too; the last time online is stored when a client connects, stays and leaves', async () => {
  const room = presence()
  users = [
    { email: 'ann', ips: from('192.0.2.1') }, // the core may know it in another letter case
    { email: 'placeholder/inbound-1', ips: from('192.0.2.9') },
    { email: 'check/inbound-1', ips: from('192.0.2.9') },
    { email: 'nobody-of-ours', ips: from('192.0.2.9') },
  ]
  await room.job.run()
  expect(room.online()).toEqual(['Ann'])
  expect(await lastOnline('Ann')).toBe(start)
  writes = 0
  for (let i = 0; i < 11; i++) {
    now += 5_000
    await room.job.run()
  }
  expect(writes).toBe(0) // no visible change
  now += 5_000
  await room.job.run()
  expect(writes).toBe(1)
  expect(await lastOnline('Ann')).toBe(start + 60_000)
  now += 5_000
  await room.job.run()
  users = []
  for (let i = 0; i < 4; i++) {
    now += 5_000
    await room.job.run()
  }
  expect(room.online()).toEqual([])
  expect(await lastOnline('Ann')).toBe(start + 65_000)
  expect([await lastOnline('bob'), await lastOnline('eve')]).toEqual([0, 0])
})

it('an address inside a WireGuard tunnel is no place, and its client is online all the same', async () => {
  const room = presence()
  const heard: (readonly { email: string; ips: readonly { ip: string }[] }[])[] = []
  room.onConnected((connected) => heard.push(connected))
  const settings = {
    secretKey: 'SK+8+RhcFaVhoBoxK4AY24ZudXs2Ib2fptjT98lQBmQ=',
    address: ['10.66.0.1/24', 'fd66::1/64'],
  }
  const { id } = await addInbound(me, { protocol: 'wireguard', settings, streamSettings: {} })
  await addClient(me, { email: 'tess' }, [id])
  users = [{ email: 'tess', ips: from('10.66.0.2', 'fd66::2') }]
  await room.job.run()
  expect(room.online()).toEqual(['tess'])
  await me.post(`${clients}/update/tess`, { email: 'tess', enable: false })
  now += 25_000
  const change = { email: 'tess', formerEmail: null, inboundIds: [id], formerInboundIds: [id] }
  room.onChange({ kind: 'clients-changed', clients: [change] })
  await room.job.run()
  expect(room.online()).toEqual([]) // the core still lists what was open
  users = [{ email: 'tess', ips: from('10.66.0.2', '192.0.2.5') }]
  await room.job.run()
  expect(heard.map((each) => each.map(({ ips }) => ips.map(({ ip }) => ip)))).toEqual([
    [[]],
    [],
    [['192.0.2.5']],
  ])
  users = []
})

it('neither is one inside a MASQUE tunnel, which the core gives to whoever connects', async () => {
  await addClient(me, { email: 'max' }, [inboundId])
  const room = presence()
  const heard: string[][] = []
  room.onConnected((connected) => heard.push(connected.flatMap(({ ips }) => ips.map(({ ip }) => ip))))
  pools = ['10.143.0.0/16', 'fd00::/64']
  users = [{ email: 'max', ips: from('10.143.7.9', 'fd00::5', '198.51.100.4') }]
  await room.job.run()
  users = [{ email: 'max', ips: from('10.143.7.9') }]
  await room.job.run()
  expect(room.online()).toEqual(['max'])
  expect(heard).toEqual([['198.51.100.4'], []])
  ;[users, pools] = [[], []]
})

it('a last time online never goes back', async () => {
  const room = presence()
  await t.panel.db.write((tx) =>
    tx
      .updateTable('client_traffics')
      .set({ last_online: now + 50_000 })
      .where('email', '=', 'eve')
      .execute(),
  )
  room.moved(['eve'], now)
  await room.job.run()
  expect(await lastOnline('eve')).toBe(now + 50_000)
})

it('unsaved times are stored at shutdown', async () => {
  const room = presence()
  room.moved(['bob'], now)
  await room.stop()
  expect(await lastOnline('bob')).toBe(now)
})

it('addresses are logged with their times, kept as history, cleared and logged again', async () => {
  const room = presence()
  const ips = async () => (await me.post<string[] | string>(`${clients}/ips/bob`)).obj
  expect(await ips()).toBe('No IP Record')
  users = [{ email: 'bob', ips: from('192.0.2.1', '127.0.0.1') }]
  await room.job.run()
  expect(await ips()).toEqual([expect.stringMatching(/^192\.0\.2\.1 \(2027-01-15 \d\d:\d\d:\d\d\)$/)])
  now += 60_000
  users = [{ email: 'bob', ips: from('192.0.2.1', '2001:db8::7') }]
  await room.job.run()
  expect(await ips()).toHaveLength(2)
  const { ips: text } = await t.panel.db.read
    .selectFrom('inbound_client_ips')
    .select('ips')
    .where('client_email', '=', 'bob')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(text)[0]).toEqual({ ip: '2001:db8::7', timestamp: now / 1_000 })
  users = []
  now += 40 * 60_000
  await room.job.run()
  expect(await ips()).toHaveLength(2) // no longer live, and still known
  users = [{ email: 'bob', ips: from('198.51.100.1') }]
  now += 5_000
  await room.job.run()
  await me.post(`${clients}/clearIps/bob`)
  expect(await ips()).toBe('No IP Record')
  room.ipsCleared('bob')
  now += 5_000
  await room.job.run()
  expect(await ips()).toEqual([expect.stringMatching(/^198\.51\.100\.1 /)])
})

it('a deleted or renamed client is not online under its old name, and leaves no row', async () => {
  const room = presence()
  await addClient(me, { email: 'gone' }, [inboundId])
  users = [{ email: 'gone', ips: from('192.0.2.1') }]
  await room.job.run()
  await me.post(`${clients}/del/gone`)
  const change = { email: 'gone', formerEmail: 'gone', inboundIds: [], formerInboundIds: [] }
  room.onChange({ kind: 'clients-changed', clients: [change] })
  expect(room.online()).toEqual([])
  await room.job.run()
  expect(room.online()).toEqual([])
  const rows = await t.panel.db.read
    .selectFrom('inbound_client_ips')
    .selectAll()
    .where('client_email', '=', 'gone')
    .execute()
  expect(rows).toEqual([])
})
