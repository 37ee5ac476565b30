import { expect } from 'vitest'
import type { Random } from '../random.ts'
import { anyCase, created, type Draft, names, randomDraft, updated } from './drafts.ts'
import { type MakeStep, paths, someEmail } from './step.ts'
import {
  byEmail,
  byId,
  checkUnique,
  is2022,
  isKey,
  type ModelClient,
  type ModelFallback,
  type ModelInbound,
  must,
  provide,
  Refused,
  remove,
  takesClients,
  type World,
} from './world.ts'

/** Addresses on which nothing else listens. */
export const listen = '127.77.7.7'
const ports = Array.from({ length: 14 }, (_, i) => 17_001 + i)

const kinds: readonly Pick<ModelInbound, 'protocol' | 'method' | 'tls'>[] = [
  { protocol: 'vless', method: '', tls: true },
  { protocol: 'vless', method: '', tls: true },
  { protocol: 'vless', method: '', tls: false },
  { protocol: 'vmess', method: '', tls: false },
  { protocol: 'trojan', method: '', tls: true },
  { protocol: 'shadowsocks', method: 'aes-256-gcm', tls: false },
  { protocol: 'shadowsocks', method: '2022-blake3-aes-128-gcm', tls: false },
  { protocol: 'hysteria', method: '', tls: true },
  { protocol: 'http', method: '', tls: false },
]

const isUdp = (i: Pick<ModelInbound, 'protocol'>) => i.protocol === 'hysteria'
const clash = (a: ModelInbound, b: ModelInbound) => a !== b && a.port === b.port && isUdp(a) === isUdp(b)

/** undefined keeps, null keeps, a list is the exact set (R42). */
function someClients(r: Random, w: World): (Draft | null)[] | null | undefined {
  if (r.chance(0.3)) return undefined
  if (r.chance(0.2)) return null
  if (r.chance(0.2)) return []
  const emails = [...new Set(Array.from({ length: r.below(4) }, () => someEmail(r, w, names)))]
  return emails.map((email) => ({ ...randomDraft(r), email: anyCase(r, email) }))
}

function bodyOf(r: Random, i: ModelInbound, clients: (Draft | null)[] | null | undefined) {
  const settings = {
    ...(i.method && { method: i.method }),
    ...(clients !== undefined && takesClients(i) && { clients }),
    mine: 1,
  }
  const network = i.protocol === 'hysteria' ? 'hysteria' : 'tcp'
  const stream = { network, security: i.tls ? 'tls' : 'none' }
  const wire = (block: object) => (r.chance(0.4) ? JSON.stringify(block) : block)
  return {
    remark: i.remark,
    listen,
    port: i.port,
    protocol: i.protocol,
    settings: wire(settings),
    ...(i.protocol !== 'http' && { streamSettings: wire(stream) }),
  }
}

/** In the list of a Shadowsocks 2022 inbound the password is the key there, not the password elsewhere. */
function listed(w: World, inbound: ModelInbound, known: ModelClient, d: Draft): Draft {
  const texts = known.inboundIds
    .map((id) => byId(w, id))
    .some((i) => i && ['trojan', 'shadowsocks'].includes(i.protocol) && !is2022(i))
  if (!d.password || !is2022(inbound) || !texts) return d
  const { password, ...rest } = d
  if (isKey(password) && password !== (known.key || known.password)) known.key = password
  return rest
}

/** The list as the exact set of the inbound's clients; fields apply to the record. */
function assign(w: World, inbound: ModelInbound, list: (Draft | null)[]): void {
  const id = inbound.id ?? -1
  const drafts = list.filter((d) => d !== null)
  const keys = drafts.map((d) => (d.email ?? '').toLowerCase())
  if (new Set(keys).size < keys.length) throw new Refused('listed twice')
  for (const c of w.clients)
    if (!keys.includes(c.email.toLowerCase())) c.inboundIds = c.inboundIds.filter((x) => x !== id)
  // Only the result must be free of shared credentials; names are checked one by one.
  const nameOnly = { ...w, inbounds: [] }
  for (const d of drafts) {
    const known = byEmail(w, d.email ?? '')
    if (known && d.subId && d.subId !== known.subId) throw new Refused('another subId')
    if (known) {
      known.inboundIds = [...new Set([...known.inboundIds, id])].sort((a, b) => a - b)
      updated(nameOnly, known, listed(w, inbound, known, d))
      provide(w, known)
    } else provide(w, created(nameOnly, d, [id]))
  }
  checkUnique(w)
}

const add: MakeStep = (r, w) => {
  const made: ModelInbound = {
    id: undefined,
    remark: r.pick(['', 'first', 'другой']),
    port: r.pick(ports),
    ...r.pick(kinds),
    enable: true,
    fallbacks: [],
  }
  const clients = someClients(r, w)
  const body = bodyOf(r, made, clients)
  const viaImport = r.chance(0.2)
  return {
    url: `${paths.inbounds}/${viaImport ? 'import' : 'add'}`,
    body: viaImport ? { data: JSON.stringify({ ...body, id: 1, clientStats: [] }) } : { ...body, id: 1 },
    apply(world) {
      if (world.inbounds.some((i) => clash({ ...made }, i))) throw new Refused('port')
      const inbound = structuredClone(made)
      inbound.id = -7 // unused: the reply has the real one
      world.inbounds.push(inbound)
      if (clients && takesClients(inbound)) assign(world, inbound, clients)
    },
  }
}

const someInbound = (r: Random, w: World): number =>
  w.inbounds.length > 0 && r.chance(0.95) ? (r.pick(w.inbounds).id ?? 0) : 888_888

const update: MakeStep = (r, w) => {
  const id = someInbound(r, w)
  const stored = byId(w, id)
  const next: ModelInbound = {
    ...(stored ?? { id, enable: true, fallbacks: [], ...r.pick(kinds) }),
    remark: r.pick(['', 'first', 'second']),
    port: stored && r.chance(0.7) ? stored.port : r.pick(ports),
    ...((!stored || r.chance(0.3)) && r.pick(kinds)),
  }
  const clients = someClients(r, w)
  const body = bodyOf(r, next, clients)
  const leaveSettings =
    stored && stored.protocol === next.protocol && stored.method === next.method && r.chance(0.2)
  const { settings, ...rest } = body
  return {
    url: `${paths.inbounds}/update/${id}`,
    body: leaveSettings ? rest : { ...rest, settings },
    apply(world) {
      const inbound = must(byId(world, id), 'no such inbound')
      const { remark, port, protocol, method, tls } = next
      Object.assign(inbound, { remark, port, protocol, method, tls })
      if (world.inbounds.some((i) => clash(inbound, i))) throw new Refused('port')
      if (!takesClients(inbound)) return assign(world, inbound, [])
      if (clients && !leaveSettings) return assign(world, inbound, clients)
      for (const c of world.clients.filter((x) => x.inboundIds.includes(id))) provide(world, c)
      checkUnique(world)
    },
  }
}

const setEnable: MakeStep = (r, w) => {
  const id = someInbound(r, w)
  const enable = r.chance(0.5)
  return {
    url: `${paths.inbounds}/setEnable/${id}`,
    body: { enable },
    apply: (world) => Object.assign(must(byId(world, id), 'no such inbound'), { enable }),
  }
}

function drop(w: World, id: number): void {
  w.inbounds = w.inbounds.filter((i) => i.id !== id)
  for (const i of w.inbounds) i.fallbacks = i.fallbacks.filter((f) => f.childId !== id)
  for (const c of w.clients) c.inboundIds = c.inboundIds.filter((x) => x !== id)
}

const del: MakeStep = (r, w) => {
  const id = someInbound(r, w)
  return {
    url: `${paths.inbounds}/del/${id}`,
    apply(world) {
      must(byId(world, id), 'no such inbound')
      drop(world, id)
    },
    reply: (obj) => expect(obj).toBe(id),
  }
}

const bulkDel: MakeStep = (r, w) => {
  const ids = [...new Set([someInbound(r, w), ...(r.chance(0.3) ? [777_777] : [])])]
  const there = ids.filter((id) => byId(w, id))
  return {
    url: `${paths.inbounds}/bulkDel`,
    body: { ids },
    apply(world) {
      for (const id of there) drop(world, id)
    },
    reply: (obj) => expect(obj).toMatchObject({ deleted: there.length }),
  }
}

const delAllClients: MakeStep = (r, w) => {
  const id = someInbound(r, w)
  return {
    url: `${paths.inbounds}/${id}/delAllClients`,
    apply(world) {
      must(byId(world, id), 'no such inbound')
      for (const c of world.clients.filter((x) => x.inboundIds.includes(id))) remove(world, c)
    },
  }
}

const resetTraffic: MakeStep = (r, w) => {
  const id = someInbound(r, w)
  return {
    url: `${paths.inbounds}/${id}/resetTraffic`,
    apply: (world) => void must(byId(world, id), 'no such inbound'),
    always: true,
  }
}

function leadsTo(w: World, from: number, target: number, seen = new Set<number>()): boolean {
  if (from === target) return true
  if (seen.has(from)) return false
  seen.add(from)
  return (byId(w, from)?.fallbacks ?? []).some((f) => f.childId > 0 && leadsTo(w, f.childId, target, seen))
}

const fallbacks: MakeStep = (r, w) => {
  const id = someInbound(r, w)
  const rows: (ModelFallback & { dest?: string })[] = Array.from({ length: r.below(3) }, (_, i) =>
    r.chance(0.2)
      ? { childId: 0, dest: '8080', path: '/free', sortOrder: i }
      : { childId: someInbound(r, w), path: r.pick(['', '/a', '/b']), sortOrder: i },
  )
  return {
    url: `${paths.inbounds}/${id}/fallbacks`,
    body: { fallbacks: rows.map(({ sortOrder: _, ...row }) => row) },
    apply(world) {
      const master = must(byId(world, id), 'no such inbound')
      const hosts = (master.protocol === 'vless' || master.protocol === 'trojan') && master.tls
      if (rows.length > 0 && !hosts) throw new Refused('no master')
      const others = {
        ...world,
        inbounds: world.inbounds.map((i) => (i === master ? { ...i, fallbacks: [] } : i)),
      }
      for (const row of rows.filter((x) => x.childId > 0)) {
        const child = must(byId(world, row.childId), 'no such child')
        if (child.protocol === 'hysteria' || leadsTo(others, row.childId, id)) throw new Refused('child')
      }
      master.fallbacks = rows.map(({ childId, path, sortOrder }) => ({ childId, path, sortOrder }))
    },
  }
}

export const inboundSteps: readonly MakeStep[] = [
  ...[
    add,
    add,
    update,
    update,
    update,
    setEnable,
    del,
    bulkDel,
    delAllClients,
    resetTraffic,
    fallbacks,
    fallbacks,
  ],
]
