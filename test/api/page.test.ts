import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientWithAttachments } from '#contract/client.ts'
import type { ClientPage } from '#contract/client-bodies.ts'
import { clientStatus, thresholds } from '#domain/clients/status.ts'
import { addInbound, allClients, clients, type ListedInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { createRandom } from '#test/random.ts'

const day = 86_400_000
const gb = 1_073_741_824

let t: TestPanel
let me: Visitor
let vless: ListedInbound
let trojan: ListedInbound
let all: ClientWithAttachments[]
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  await me.post('/panel/setting/update', { expireDiff: 3, trafficDiff: 2 })
  vless = await addInbound(me)
  trojan = await addInbound(me, { protocol: 'trojan' })
  const r = createRandom(7)
  const list = Array.from({ length: 90 }, (_, i) => ({
    client: {
      email: `${r.pick(['Ann', 'bob', 'ÉLAN', 'x_y', 'p%q'])}${(i * 37) % 90}`,
      comment: r.pick(['', 'Hello World', '50% off', 'a_b']),
      totalGB: r.pick([0, 0, 1, 3, 50]) * gb,
      expiryTime: r.pick([0, 0, 1_000, Date.now() + day, Date.now() + 30 * day, -day, -5 * day]),
      enable: r.chance(0.8),
      reset: r.pick([0, 30]),
      resetDay: r.pick([0, 0, 15]),
      tgId: r.pick([0, 5]),
      group: r.pick(['', 'red', 'Blue', 'blue']),
      limitIp: r.below(4),
      speedDown: r.pick([0, 5_000_000]),
    },
    inboundIds: r.pick([[vless.id], [trojan.id], [vless.id, trojan.id], []]),
  }))
  expect((await me.post(`${clients}/import`, { data: JSON.stringify(list) })).obj).toMatchObject({
    created: 90,
  })
  for (const { client } of list.filter(() => r.chance(0.6)))
    await me.post(`${clients}/updateTraffic/${encodeURIComponent(client.email)}`, {
      upload: r.below(3) * gb,
      download: r.below(9),
    })
  all = await allClients(me)
})
afterAll(() => t.stop())

const page = async (query: string) =>
  (await me.get<ClientPage>(`${clients}/list/paged?pageSize=200&${query}`)).obj
const used = (c: ClientWithAttachments) => c.traffic.up + c.traffic.down
const left = (c: ClientWithAttachments) => (c.totalGB > 0 ? c.totalGB - used(c) : Number.MAX_SAFE_INTEGER)
const ended = (c: ClientWithAttachments) => left(c) <= 0 || (c.expiryTime > 0 && c.expiryTime <= Date.now())
const near = (c: ClientWithAttachments) =>
  left(c) <= 2 * gb || (c.expiryTime > 0 && c.expiryTime <= Date.now() + 3 * day)
const has = (text: string) => (c: ClientWithAttachments) =>
  [c.email, c.subId, c.comment].some((v) => v.toLowerCase().includes(text.toLowerCase()))

const filters: Record<string, (c: ClientWithAttachments) => boolean> = {
  'search=bob': has('bob'),
  'search=HELLO w': has('hello w'),
  'search=%25': has('%'),
  'search=_': has('_'),
  'search=%C3%A9lan': has('élan'),
  'filter=depleted': ended,
  'filter=expired': (c) => c.expiryTime > 0 && c.expiryTime <= Date.now(),
  'filter=spent': (c) => left(c) <= 0,
  'filter=deactive': (c) => !c.enable && !ended(c),
  'filter=expiring': (c) => c.enable && !ended(c) && near(c),
  'filter=active': (c) => c.enable && !ended(c) && !near(c),
  'filter=online': () => false,
  'protocol=trojan': (c) => c.inboundIds.includes(trojan.id),
  'hasTgId=true': (c) => c.tgId !== 0,
  'hasComment=false': (c) => c.comment === '',
  'autoRenew=1': (c) => c.reset > 0 || c.resetDay > 0,
  'autoRenew=false': (c) => c.reset === 0 && c.resetDay === 0,
  'group=red,blue': (c) => ['red', 'blue'].includes(c.group),
  [`usageFrom=${gb}`]: (c) => used(c) >= gb,
  [`usageTo=${gb}&search=ann`]: (c) => used(c) <= gb && has('ann')(c),
  'expiryFrom=2000': (c) => c.expiryTime >= 2_000,
  'expiryTo=2000': (c) => c.expiryTime > 0 && c.expiryTime <= 2_000,
}

describe('list/paged', () => {
  it.each(Object.entries(filters))('%s finds what the whole list has', async (query, fits) => {
    const found = await page(query)
    const expected = all.filter(fits)
    expect(found.items.map((i) => i.email)).toEqual(expected.map((c) => c.email))
    expect([found.filtered, found.total]).toEqual([expected.length, 90])
    const slim = found.items.map(({ email, traffic, inboundIds }) => ({ email, traffic, inboundIds }))
    expect(slim).toEqual(expected.map(({ email, traffic, inboundIds }) => ({ email, traffic, inboundIds })))
  })

  const keys: Record<string, (c: ClientWithAttachments) => number | string> = {
    enable: (c) => Number(c.enable),
    inboundIds: (c) => c.inboundIds[0] ?? 0,
    traffic: used,
    remaining: left,
    expiryTime: (c) => c.expiryTime || Number.MAX_SAFE_INTEGER,
    group: (c) => c.group,
    comment: (c) => c.comment,
    node: (c) => (c.inboundIds.length > 0 ? 0 : -1),
    lastOnline: (c) => c.traffic.lastOnline,
    limitIp: (c) => c.limitIp,
    speed: (c) => c.speedDown,
    createdAt: (c) => c.createdAt,
    devices: () => 0,
    week: () => 0,
    rate: () => 0,
  }
  it.each(Object.entries(keys))('sort=%s orders alike on both databases, up and down', async (sort, key) => {
    const compare = (a: ClientWithAttachments, b: ClientWithAttachments) =>
      key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0
    const up = all.toSorted((a, b) => compare(a, b) || a.id - b.id).map((c) => c.email)
    const down = all.toSorted((a, b) => compare(b, a) || a.id - b.id).map((c) => c.email)
    expect((await page(`sort=${sort}`)).items.map((i) => i.email)).toEqual(up)
    expect((await page(`sort=${sort}&order=descend`)).items.map((i) => i.email)).toEqual(down)
  })

  it('pages of any size add up to the whole list, in any order', async () => {
    for (const order of ['', 'order=descend', 'sort=traffic', 'search=a&sort=email']) {
      const whole = (await page(order)).items.map((i) => i.email)
      const parts: string[] = []
      for (let n = 1; n <= 14; n++) {
        const reply = await me.get<ClientPage>(`${clients}/list/paged?page=${n}&pageSize=7&${order}`)
        expect([reply.obj.page, reply.obj.pageSize, reply.obj.filtered]).toEqual([n, 7, whole.length])
        parts.push(...reply.obj.items.map((i) => i.email))
      }
      expect([order, parts]).toEqual([order, whole])
    }
  })

  it('the summary counts each client once', async () => {
    const { summary } = await page('')
    const status = (c: ClientWithAttachments) =>
      ended(c) ? 'depleted' : !c.enable ? 'deactive' : near(c) ? 'expiring' : 'active'
    const of = (s: string) => all.filter((c) => status(c) === s).map((c) => c.email)
    expect(summary).toMatchObject({
      total: 90,
      active: of('active').length,
      depletedCount: of('depleted').length,
      expiredCount: all.filter((c) => c.expiryTime > 0 && c.expiryTime <= Date.now()).length,
      spentCount: all.filter((c) => left(c) <= 0).length,
      deactiveCount: of('deactive').length,
      expiringCount: of('expiring').length,
    })
    expect(summary.expiring.toSorted()).toEqual(of('expiring').sort())
  })
  it('finds clients by their plan, and by how much of the quota is used or left', async () => {
    const { obj: plan } = await me.post<{ id: number }>('/panel/api/plans/add', { name: 'Basic X' })
    const [first, second] = all.filter(({ totalGB }) => totalGB > 0).map(({ email }) => email)
    for (const email of [first, second])
      await me.post(`${clients}/update/${encodeURIComponent(email ?? '')}`, { email, planId: plan.id })
    const emails = async (query: string) => (await page(query)).items.map((c) => c.email).toSorted()
    expect(await emails('plan=basic%20x')).toEqual([first, second].toSorted())
    expect(await emails('plan=other')).toEqual([])
    const those = (keep: (c: ClientWithAttachments) => boolean) =>
      all.flatMap((c) => (c.totalGB > 0 && keep(c) ? [c.email] : [])).toSorted()
    const percent = (c: ClientWithAttachments) => (used(c) * 100) / c.totalGB
    expect(await emails('usedPercentFrom=50')).toEqual(those((c) => percent(c) >= 50))
    expect(await emails('usedPercentTo=10')).toEqual(those((c) => percent(c) <= 10))
    expect(await emails(`leftTo=${gb}`)).toEqual(those((c) => left(c) <= gb))
    expect(await emails(`leftFrom=${3 * gb}`)).toEqual(those((c) => left(c) >= 3 * gb))
    expect(those((c) => percent(c) >= 50).length).toBeGreaterThan(0)
  })
  it('defaults to a week and a tenth of the quota if nothing is set, in the list and the summary', async () => {
    await me.post('/panel/setting/update', { expireDiff: 0, trafficDiff: 0 })
    const limits = thresholds(0, 0)
    const statusOf = (c: ClientWithAttachments) =>
      clientStatus({ ...c, quota: c.totalGB, used: used(c) }, limits, Date.now())
    const email = 'ends-in-six-days'
    const ending = { email, enable: true, expiryTime: Date.now() + 6 * day }
    expect((await me.post(`${clients}/add`, { client: ending, inboundIds: [vless.id] })).success).toBe(true)
    const low = { email: 'low-on-data', enable: true, totalGB: 100 * gb }
    expect((await me.post(`${clients}/add`, { client: low, inboundIds: [vless.id] })).success).toBe(true)
    await me.post(`${clients}/updateTraffic/low-on-data`, { upload: 92 * gb, download: 0 })
    const expiring = (await allClients(me)).filter((c) => statusOf(c) === 'expiring').map((c) => c.email)
    expect(expiring).toEqual(expect.arrayContaining([email, low.email]))
    const { items, summary } = await page('filter=expiring')
    expect(items.map((c) => c.email).toSorted()).toEqual(expiring.toSorted())
    expect([summary.expiringCount, summary.expiring.toSorted()]).toEqual([
      expiring.length,
      expiring.toSorted(),
    ])
    const active = await page('filter=active')
    expect(active.items.map((c) => c.email)).not.toContain(email)
  })
})
