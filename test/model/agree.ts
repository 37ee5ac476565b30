import { expect } from 'vitest'
import type { ClientRecord, ClientWithAttachments } from '#contract/client.ts'
import type { ClientPage } from '#contract/client-bodies.ts'
import type { Inbound } from '#contract/inbound.ts'
import type { ClientTraffic } from '#contract/traffic.ts'
import type { TestPanel, Visitor } from '../panel.ts'
import type { Random } from '../random.ts'
import { paths } from './step.ts'
import { depleted, is2022, isKey, type ModelClient, type World } from './world.ts'

const ok = async <T>(me: Visitor, url: string): Promise<T> => {
  const reply = await me.get<T>(url)
  expect(reply, url).toMatchObject({ success: true })
  return reply.obj
}

/** What the panel has made itself is taken over once, and has to stay. */
function adopt(w: World, listed: readonly ClientWithAttachments[]): void {
  for (const c of w.clients) {
    const shown = listed.find((l) => l.email === c.email)
    if (!shown) continue
    c.id ??= shown.id
    const made = c.password === undefined // whether as a key or beside one depends on the order of the step
    for (const key of ['subId', 'uuid', 'password', 'auth'] as const) {
      if (c[key] !== undefined) continue
      expect(shown[key], `${c.email} ${key} was made`).not.toBe('')
      c[key] = shown[key]
    }
    if (made || c.key === undefined) c.key = shown.shadowsocksKey ?? ''
    const keyed = w.inbounds.some((i) => i.method.startsWith('2022') && c.inboundIds.includes(i.id ?? -1))
    if (keyed) expect(isKey(c.key || c.password || ''), `${c.email} has a fitting key`).toBe(true)
  }
}

const recordOf = (c: ModelClient) => ({
  id: c.id,
  email: c.email,
  subId: c.subId,
  uuid: c.uuid,
  password: c.password,
  ...(c.key && { shadowsocksKey: c.key }),
  auth: c.auth,
  flow: c.flow,
  enable: c.enable,
  totalGB: c.totalGB,
  expiryTime: c.expiryTime,
  limitIp: c.limitIp,
  tgId: c.tgId,
  reset: c.reset,
  comment: c.comment,
  group: c.group,
})

const trafficOf = (c: ModelClient, inboundId: number) => ({
  email: c.email,
  inboundId,
  enable: c.enable,
  uuid: c.uuid,
  subId: c.subId,
  up: c.up,
  down: c.down,
  total: c.totalGB,
  expiryTime: c.expiryTime,
  reset: c.reset,
})

function entryOf(w: World, c: ModelClient, inboundId: number) {
  const inbound = w.inbounds.find((i) => i.id === inboundId)
  const credentials: Record<string, object> = {
    vless: { id: c.uuid, ...(inbound?.tls && c.flow && { flow: c.flow }) },
    vmess: { id: c.uuid },
    trojan: { password: c.password, ...(c.flow && { flow: c.flow }) },
    shadowsocks: {
      password: inbound && is2022(inbound) && c.key ? c.key : c.password,
      ...(!inbound?.method.startsWith('2022') && { method: inbound?.method }),
    },
  }
  const { email, enable, totalGB, expiryTime, limitIp, tgId, reset, comment, subId, group } = c
  const shared = {
    email,
    enable,
    totalGB,
    expiryTime,
    limitIp,
    tgId,
    reset,
    comment,
    subId,
    ...(group && { group }),
  }
  return { ...shared, ...(credentials[inbound?.protocol ?? ''] ?? { auth: c.auth }) }
}

async function clientsAgree(w: World, me: Visitor, r: Random): Promise<void> {
  const listed = await ok<ClientWithAttachments[]>(me, `${paths.clients}/list`)
  adopt(w, listed)
  const inOrder = w.clients.toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0))
  expect(listed, 'clients/list').toMatchObject(
    inOrder.map((c) => ({
      ...recordOf(c),
      inboundIds: c.inboundIds,
      traffic: trafficOf(c, c.inboundIds[0] ?? 0),
    })),
  )
  const page = await ok<ClientPage>(me, `${paths.clients}/list/paged?pageSize=200`)
  expect(page.items.map((i) => [i.email, i.inboundIds, i.traffic.up, i.enable, i.group])).toEqual(
    inOrder.map((c) => [c.email, c.inboundIds, c.up, c.enable, c.group]),
  )
  const ended = w.clients.filter(depleted).map((c) => c.email)
  const off = w.clients.filter((c) => !depleted(c) && !c.enable).map((c) => c.email)
  expect(page.summary).toMatchObject({
    total: w.clients.length,
    active: w.clients.length - ended.length - off.length,
    depletedCount: ended.length,
    deactiveCount: off.length,
  })
  expect([page.summary.depleted.toSorted(), page.summary.deactive.toSorted()]).toEqual([
    ended.toSorted(),
    off.toSorted(),
  ])
  const groups = new Map(w.groups.map((g) => [g, 0]))
  for (const c of w.clients) if (c.group) groups.set(c.group, (groups.get(c.group) ?? 0) + 1)
  const shownGroups = await ok<{ name: string; clientCount: number }[]>(me, `${paths.clients}/groups`)
  expect(new Map(shownGroups.map((g) => [g.name, g.clientCount])), 'groups').toEqual(groups)
  if (inOrder.length === 0) return
  const c = r.pick(inOrder)
  const at = encodeURIComponent(c.email)
  const got = await ok<{ client: ClientRecord; inboundIds: number[] }>(me, `${paths.clients}/get/${at}`)
  expect(got, 'get').toMatchObject({
    client: recordOf(c),
    inboundIds: c.inboundIds,
    usedTraffic: c.up + c.down,
  })
  const traffic = await ok<ClientTraffic>(me, `${paths.clients}/traffic/${at}`)
  expect(traffic, 'traffic').toMatchObject(trafficOf(c, c.inboundIds[0] ?? 0))
}

async function inboundsAgree(w: World, me: Visitor, r: Random): Promise<void> {
  const listed = await ok<Inbound[]>(me, `${paths.inbounds}/list`)
  expect(listed.map((i) => i.id)).toEqual(w.inbounds.map((i) => i.id))
  for (const [n, i] of w.inbounds.entries()) {
    const shown = listed[n]
    const { id, remark, port, protocol, enable } = i
    expect(shown, `inbound ${id}`).toMatchObject({ id, remark, port, protocol, enable })
    const here = w.clients
      .filter((c) => c.inboundIds.includes(id ?? -1))
      .toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0))
    const entries = (shown?.settings.clients ?? []) as object[] // a list wherever clients can be
    // A protocol without clients shows what was written, whatever it is.
    if (i.protocol !== 'http')
      expect(entries, `settings.clients of ${id}`).toMatchObject(here.map((c) => entryOf(w, c, id ?? -1)))
    expect(shown?.clientStats, `clientStats of ${id}`).toMatchObject(here.map((c) => trafficOf(c, id ?? -1)))
    const parent = w.inbounds
      .filter((m) => m.tls && (m.protocol === 'vless' || m.protocol === 'trojan'))
      .flatMap((m) => m.fallbacks.map((f) => ({ ...f, masterId: m.id ?? 0 })))
      .filter((f) => f.childId === id)
      .sort((a, b) => a.sortOrder - b.sortOrder)
    const allowed = parent.filter((p) => p.sortOrder === parent[0]?.sortOrder).map((p) => p.masterId)
    if (allowed.length === 0) expect(shown?.fallbackParent).toBeUndefined()
    else expect(allowed, `fallbackParent of ${id}`).toContain(shown?.fallbackParent?.masterId)
  }
  const one = listed.length > 0 ? r.pick(listed) : undefined
  if (!one) return
  expect(await ok<Inbound>(me, `${paths.inbounds}/get/${one.id}`), 'get').toEqual(one)
  const rows = await ok<object[]>(me, `${paths.inbounds}/${one.id}/fallbacks`)
  expect(rows).toMatchObject(w.inbounds.find((i) => i.id === one.id)?.fallbacks ?? [])
}

async function tablesAgree(w: World, { panel: { db } }: TestPanel): Promise<void> {
  const traffic = await db.read.selectFrom('client_traffics').select(['email', 'up', 'down']).execute()
  const expected = [
    ...w.clients.map(({ email, up, down }) => ({ email, up, down })),
    ...Object.entries(w.kept).map(([email, row]) => ({ email, ...row })),
  ]
  const byName = (a: { email: string }, b: { email: string }) => (a.email < b.email ? -1 : 1)
  expect(traffic.toSorted(byName), 'traffic rows').toEqual(expected.toSorted(byName))
  const links = await db.read.selectFrom('client_inbounds').select(['client_id', 'inbound_id']).execute()
  const pairs = w.clients.flatMap((c) => c.inboundIds.map((id) => `${c.id} ${id}`))
  expect(links.map((l) => `${l.client_id} ${l.inbound_id}`).sort(), 'attachments').toEqual(pairs.sort())
}

/** Every view of the panel shows the world of the model, and so every other view. */
export async function agree(w: World, t: TestPanel, me: Visitor, r: Random): Promise<void> {
  await clientsAgree(w, me, r)
  await inboundsAgree(w, me, r)
  await tablesAgree(w, t)
}
