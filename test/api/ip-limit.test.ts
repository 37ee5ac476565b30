import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Alert } from '#contract/alerts.ts'
import { createOverIp } from '#server/clients/over-ip.ts'
import { silentLog } from '#server/platform/log.ts'
import { createIpLimit } from '#server/presence/ip-limit.ts'
import { openDb } from '#server/store/open.ts'
import { openFixture } from '#test/fixtures/schemas/schemas.ts'
import { addClient, addInbound, clients } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { settingsOf } from '#test/settings.ts'

const times = { windowMs: 30_000, forgetMs: 300_000 }

let t: TestPanel
let me: Visitor
let now: number
let on: boolean
let allowlist: string
let said: string[]
let told: Alert[]
let refused: unknown[]
let cuts: unknown[]
let moved: Map<string, number> | undefined
let limit: ReturnType<typeof room>
/** Networks of the client at another instance. */
let elsewhere: Map<string, number>
let slowed: string[][]

const overIp = createOverIp()

const room = () =>
  createIpLimit({
    db: t.panel.db,
    settings: settingsOf(() => ({ ipLimitEnable: on, ipLimitAllowlist: allowlist })),
    core: { refuse: async (list) => void refused.push(list) },
    connections: {
      activity: () => moved,
      async cutPeers(name, ips) {
        cuts.push([name, ips])
        return { ended: 0, remaining: 0, how: 'none' }
      },
      speedsChanged: (emails) => void slowed.push([...emails]),
    },
    otherInstances: { networks: () => elsewhere },
    refusals: t.panel.refusals,
    notify: ({ message }) => void said.push(message),
    tell: (...alerts) => void told.push(...alerts),
    log: silentLog,
    now: () => now,
    times,
    overIp,
  })

/** One check after `after` milliseconds. */
async function look(after: number, ips: Record<string, string[]>) {
  now += after
  const lastSeen = Math.floor(now / 1_000)
  await limit.check(
    Object.entries(ips).map(([email, own]) => ({
      email,
      coreName: email.toLowerCase(),
      ips: own.map((ip) => ({ ip, lastSeen })),
    })),
  )
}
const last = () => refused.at(-1)

beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  const { id } = await addInbound(me)
  await addClient(me, { email: 'Ann', limitIp: 1 }, [id])
  await addClient(me, { email: 'free' }, [id])
})
afterAll(() => t.stop())
beforeEach(() => {
  now = 1_800_000_000_000
  on = true
  allowlist = ''
  elsewhere = new Map()
  said = []
  told = []
  refused = []
  cuts = []
  slowed = []
  moved = undefined
  limit = room()
})

it('warns, then refuses the newer address and ends its connections; nothing is reported twice', async () => {
  await look(0, { Ann: ['192.0.2.1'], free: ['192.0.2.1', '192.0.2.2', '192.0.2.3'] })
  const both = { Ann: ['192.0.2.2', '192.0.2.1'], free: ['192.0.2.1', '192.0.2.2', '192.0.2.3'] }
  await look(5_000, both)
  expect(said).toEqual(['Ann may use 1 at the same time. Over the limit: 192.0.2.2.'])
  const params = { email: 'Ann', limit: 1, addresses: '192.0.2.2' }
  expect(told).toEqual([{ kind: 'client.ip-limit', params }])
  expect(refused).toEqual([])
  await look(30_000, both)
  expect(last()).toEqual([{ user: 'ann', sources: ['192.0.2.2'] }])
  expect(cuts).toEqual([['ann', ['192.0.2.2']]])
  await look(5_000, both)
  expect([said.length, refused.length, cuts.length]).toEqual([2, 1, 1])
})

it('an address with only an idle connection does not count', async () => {
  await look(0, { Ann: ['192.0.2.1'] })
  moved = new Map([['192.0.2.1', now]])
  for (let i = 0; i < 20; i++) {
    moved.set('192.0.2.2', now + 5_000)
    now += 5_000
    await limit.check([
      {
        email: 'Ann',
        coreName: 'ann',
        ips: [
          { ip: '192.0.2.1', lastSeen: 1_800_000_000 },
          { ip: '192.0.2.2', lastSeen: 1_800_000_000 },
        ],
      },
    ])
  }
  expect(refused).toEqual([])
})

it('allowed addresses are not counted, and an IPv6 household counts once', async () => {
  allowlist = '198.51.100.0/24'
  const ips = ['2001:db8::1', '2001:db8::2', '198.51.100.7']
  for (let i = 0; i < 20; i++) await look(5_000, { Ann: ips })
  expect(said).toEqual([])
})

it('turning the limit off, raising or removing it lets everybody in again', async () => {
  const both = { Ann: ['192.0.2.1', '192.0.2.2'] }
  const refuseOne = async () => {
    await look(5_000, { Ann: ['192.0.2.1'] })
    await look(5_000, both)
    await look(30_000, both)
    expect(last()).toEqual([{ user: 'ann', sources: ['192.0.2.2'] }])
  }
  await refuseOne()
  on = false
  await look(5_000, both)
  expect(last()).toEqual([])
  on = true
  await refuseOne()
  await me.post(`${clients}/update/Ann`, { email: 'Ann', limitIp: 2 })
  await look(5_000, both)
  expect(last()).toEqual([])
  await me.post(`${clients}/update/Ann`, { email: 'Ann', limitIp: 0 })
  await look(5_000, both)
  expect(last()).toEqual([])
})

it('an address at another instance counts, and the older one stays', async () => {
  await me.post(`${clients}/update/Ann`, { email: 'Ann', limitIp: 1 })
  elsewhere.set('198.51.100.1', now - 60_000)
  for (let i = 0; i < 8; i++) await look(5_000, { Ann: ['192.0.2.1'] })
  expect(last()).toEqual([{ user: 'ann', sources: ['192.0.2.1'] }])
  elsewhere.clear()
  await look(300_000, {}) // both are forgotten
  elsewhere.set('198.51.100.1', now + 600_000) // it came later there
  for (let i = 0; i < 8; i++) await look(5_000, { Ann: ['192.0.2.1'] })
  expect(last()).toEqual([{ user: 'ann', sources: ['198.51.100.1'] }])
  expect(
    limit.active([{ email: 'Ann', coreName: 'ann', ips: [{ ip: '192.0.2.7', lastSeen: now / 1_000 }] }]),
  ).toEqual([{ email: 'Ann', place: '192.0.2.7' }])
})

it('networks instead of addresses: neighbours are one, another network is refused as a whole', async () => {
  await me.post(`${clients}/update/Ann`, { email: 'Ann', limitIp: 1, ipCount: 'network' })
  const near = ['192.0.2.1', '192.0.2.200', '2001:db8:1:201::9']
  await look(0, { Ann: near.slice(0, 2) })
  for (let i = 0; i < 8; i++) await look(5_000, { Ann: near.slice(0, 2) })
  expect(said).toEqual([])
  await look(5_000, { Ann: near })
  await look(30_000, { Ann: near })
  expect(last()).toEqual([{ user: 'ann', sources: ['2001:db8:1:200::/56'] }])
  expect(cuts).toEqual([['ann', ['2001:db8:1:201::9']]])
})

it('slow instead of cut: nobody is refused, the client is slow until it is within its limit again', async () => {
  await me.post(`${clients}/update/Ann`, { email: 'Ann', ipCount: 'address', whenOverIp: 'slow' })
  const both = { Ann: ['192.0.2.1', '192.0.2.2'] }
  await look(0, { Ann: ['192.0.2.1'] })
  await look(5_000, both)
  await look(30_000, both)
  expect([refused, cuts, slowed, overIp.has('Ann')]).toEqual([[], [], [['Ann']], true])
  await me.post(`${clients}/update/Ann`, { email: 'Ann', limitIp: 2 })
  await look(5_000, both)
  expect([slowed.length, overIp.has('Ann')]).toEqual([2, false])
})

it('a group’s limit holds for members without one; what was refused is on the client’s page', async () => {
  await me.post(`${clients}/groups/create`, { name: 'homes', limitIp: 1, ipCount: 'network' })
  await me.post(`${clients}/update/free`, { email: 'free', group: 'homes' })
  const both = { free: ['192.0.2.1', '198.51.100.9'] }
  await look(0, { free: ['192.0.2.1'] })
  await look(5_000, both)
  await look(30_000, both)
  expect(last()).toEqual([{ user: 'free', sources: ['198.51.100.0/24'] }])
  const shown = await me.get(`${clients}/refusals/free`)
  expect(shown.obj).toEqual([
    { at: expect.any(Number), place: '198.51.100.0/24', act: 'cut', counted: 'network', limit: 1 },
  ])
  const ann = (await me.get<{ place: string; act: string }[]>(`${clients}/refusals/ann`)).obj
  expect(ann[0]).toMatchObject({ place: '192.0.2.2', act: 'slow' })
  expect(await me.get(`${clients}/refusals/nobody`)).toMatchObject({ success: false })
})

it('a new panel enforces IP limits; one that is in use keeps what it had', async () => {
  const fresh = await testPanel()
  const stored = (await (await fresh.login()).post<{ ipLimitEnable: boolean }>('/panel/setting/all')).obj
  await fresh.stop()
  expect(stored.ipLimitEnable).toBe(true)

  const file = join(mkdtempSync(join(tmpdir(), 'sluice-ip-limit-')), 'old.db')
  openFixture('040-node-kind', file)
  const db = await openDb({ kind: 'sqlite', file }, silentLog, () => 1)
  const rows = await db.read.selectFrom('settings').selectAll().where('key', '=', 'ipLimitEnable').execute()
  await db.close()
  rmSync(dirname(file), { recursive: true, force: true })
  expect(rows.map(({ value }) => value)).toEqual(['false'])
})
