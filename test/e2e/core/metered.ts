import type { ClientTraffic } from '#contract/traffic.ts'
import { createCoreApi } from '#server/core/api/client.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore, type Way } from './client-core.ts'
import { type CorePanel, templateTo } from './core-panel.ts'
import type { Origin } from './origin.ts'

/** The five protocols with clients. */
export const kinds = {
  vless: { protocol: 'vless', network: 'tcp', security: 'reality' },
  vmess: { protocol: 'vmess', network: 'ws', security: 'none' },
  trojan: { protocol: 'trojan', network: 'tcp', security: 'tls' },
  shadowsocks: { protocol: 'shadowsocks', network: 'tcp', security: 'none' },
  hysteria: { protocol: 'hysteria', network: 'hysteria', security: 'tls' },
} as const
export type Kind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as Kind[] // the keys of the table above

export interface Bytes {
  up: number
  down: number
}

/** A protocol whose client is known by name. */
export type NamedWay = Way & { client: { email: string } }

/** The core's online list does not show clients from 127.0.0.1. */
const address = '127.0.0.2'

/** A panel with an inbound per protocol, and a client on each that is named after it. */
export async function settle(panel: CorePanel, origin: Origin, more: Parameters<typeof templateTo>[1] = {}) {
  await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port, more) })
  const ports = await freePorts(kindNames.length)
  const ways: NamedWay[] = []
  for (const [i, kind] of kindNames.entries()) {
    const source = cellInbound(kinds[kind], { port: ports[i] ?? 0, target: origin.realityTarget })
    const inbound = await panel.addInbound(source)
    ways.push({ inbound, client: await panel.addClient(kind, [inbound.id]) })
  }
  return ways
}

/** A client core for these protocols; `portOf` by email. */
export async function openClients(binary: string, ways: readonly NamedWay[]) {
  const core: ClientCore = await startClientCore(binary, ways, address)
  const emails = ways.map((way) => way.client.email)
  return { stop: core.stop, portOf: (email: string) => core.ports[emails.indexOf(email)] ?? 0 }
}
export type Clients = Awaited<ReturnType<typeof openClients>>

export const trafficOf = async (panel: CorePanel, email: string): Promise<ClientTraffic> =>
  panel.read<ClientTraffic>(`/panel/api/clients/traffic/${email}`)

/** The users that the core has on an inbound, by its own names. */
export async function coreUsers(panel: CorePanel, tag: string): Promise<readonly string[]> {
  const api = createCoreApi(panel.record().api)
  try {
    return await api.userEmails(tag)
  } finally {
    api.close()
  }
}

/** The core's own counters. */
export async function coreCounters(panel: CorePanel): Promise<Map<string, Bytes>> {
  const api = createCoreApi(panel.record().api)
  try {
    const found = new Map<string, Bytes>()
    for (const { name, value } of await api.counters('user>>>')) {
      const [, email = '', , way] = name.split('>>>')
      const bytes = found.get(email) ?? { up: 0, down: 0 }
      bytes[way === 'uplink' ? 'up' : 'down'] = value
      found.set(email, bytes)
    }
    return found
  } finally {
    api.close()
  }
}

export function added(a: ReadonlyMap<string, Bytes>, b: ReadonlyMap<string, Bytes>): Map<string, Bytes> {
  const sum = new Map(a)
  for (const [email, { up, down }] of b) {
    const known = sum.get(email) ?? { up: 0, down: 0 }
    sum.set(email, { up: known.up + up, down: known.down + down })
  }
  return sum
}

/** Waits until counters stop moving: a closed connection may still be counted for a moment. */
export async function quietCounters(panel: CorePanel): Promise<Map<string, Bytes>> {
  let counters = await coreCounters(panel)
  await until('the counters come to rest', async () => {
    const before = JSON.stringify([...counters])
    await new Promise((next) => setTimeout(next, 300))
    counters = await coreCounters(panel)
    return JSON.stringify([...counters]) === before
  })
  return counters
}
