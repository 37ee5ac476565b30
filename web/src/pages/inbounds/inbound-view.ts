import type { Inbound } from '#contract/inbound.ts'
import { networkOf, securityOf } from '#domain/inbounds/stream.ts'

/** The remark, or the port if there is none. */
export const nameOf = ({ remark, protocol, port }: Pick<Inbound, 'remark' | 'protocol' | 'port'>): string =>
  remark || `${protocol}:${port}`

/** Its clients; the list of inbounds has each client's email. */
export function emailsOf({ settings }: Pick<Inbound, 'settings'>): string[] {
  const { clients } = settings
  if (!Array.isArray(clients)) return []
  return clients.flatMap((client) => (typeof client?.email === 'string' ? [client.email] : []))
}

/** How many clients are online on each inbound, by its id. */
export type OnlineCounts = ReadonlyMap<number, number>

export const onlineOf = ({ id }: Pick<Inbound, 'id'>, online: OnlineCounts): number => online.get(id) ?? 0

/** Clients that are on this inbound and no other. */
export function leftAlone(inbound: Inbound, all: readonly Inbound[]): number {
  const elsewhere = new Set(all.filter(({ id }) => id !== inbound.id).flatMap(emailsOf))
  return emailsOf(inbound).filter((email) => !elsewhere.has(email)).length
}

/** Only for protocols with a stream: WireGuard and plain proxies have none. */
export function streamWords({ streamSettings }: Pick<Inbound, 'streamSettings'>): string[] {
  if (typeof streamSettings.network !== 'string') return []
  return [
    networkOf(streamSettings),
    ...(securityOf(streamSettings) === 'none' ? [] : [securityOf(streamSettings)]),
  ]
}

type Limited = Pick<Inbound, 'expiryTime' | 'total' | 'up' | 'down'>

/** It has expired, or its traffic is used up. */
export const isEnded = ({ expiryTime, total, up, down }: Limited, now: number): boolean =>
  (expiryTime > 0 && expiryTime <= now) || (total > 0 && up + down >= total)

/** A port that neither an inbound nor the panel uses: 443 if it is free, because it draws no attention. */
export function freePort(
  all: readonly Pick<Inbound, 'port'>[],
  chance: () => number,
  own: readonly number[] = [],
): number {
  const taken = new Set([...all.map(({ port }) => port), ...own])
  for (let port = 443; ; port = 10_000 + Math.floor(chance() * 50_000)) if (!taken.has(port)) return port
}

/** The name, or the first free one with a number: "Reality 2". */
export function freeName(all: readonly Pick<Inbound, 'remark'>[], stem: string): string {
  const taken = new Set(all.map(({ remark }) => remark.trim().toLowerCase()))
  for (let n = 1; ; n++) {
    const name = n === 1 ? stem : `${stem} ${n}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

/** The port that this page came from: the panel's own, or that of the proxy in front of it. */
export const panelPort = ({ port, protocol }: Pick<Location, 'port' | 'protocol'>): number =>
  Number(port) || (protocol === 'https:' ? 443 : 80)

/** What belongs to this panel only. */
const unexported = ['id', 'up', 'down', 'nodeId', 'notOpen', 'capped']

/** In the import format: with clients and their usage. */
export const exportOf = (inbound: Inbound): string => {
  const kept = Object.entries(inbound).filter(([key]) => !unexported.includes(key))
  return JSON.stringify(Object.fromEntries(kept), null, 2)
}
