import {
  type FleetReport,
  fleetVersion,
  longestWait,
  mostReported,
  type ReportedClient,
} from '#contract/fleet-api.ts'
import type { Status } from '#contract/status.ts'
import type { Delta } from '#domain/traffic/delta.ts'
import type { OnlineByInbound } from '../../presence/by-inbound.ts'
import type { OtherInstances } from '../../presence/other-instances.ts'
import type { Presence } from '../../presence/room.ts'
import type { Change } from '../../store/changes/change.ts'
import type { Db } from '../../store/open.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Inventory } from './inventory.ts'
import type { OwnRows } from './rows.ts'

export interface ReportDeps {
  db: Db
  feed: ChangeFeed
  inventory: Inventory
  rows: OwnRows
  presence: Pick<Presence, 'lastOnline'>
  otherInstances: Pick<OtherInstances, 'online'>
  onlineByInbound: Pick<OnlineByInbound, 'count'>
  /** Emails of the clients that are online at the cores of this panel. */
  onlineHere: () => readonly string[]
  status: () => Status | null
}

interface Addresses {
  seq: number
  ips: { ip: string; timestamp: number }[]
}

const filled = <T extends object>(found: T): T | undefined =>
  Object.keys(found).length > 0 ? found : undefined

/** What this panel reports to a central panel: sums, never differences, so a lost or repeated answer changes nothing. */
export function createReport({ db, feed, inventory, rows, onlineHere, status, ...deps }: ReportDeps) {
  /** Nothing is noted before the first centre asks. */
  let begun: Promise<void> | undefined
  let wasOnline = new Set<string>()
  let wasAbout = ''
  const addresses = new Map<string, Addresses>()

  async function begin(): Promise<void> {
    const found = await db.read
      .selectFrom('client_traffics')
      .select('email')
      .where((e) => e.or([e('up', '>', 0), e('down', '>', 0)]))
      .orderBy('email')
      .execute()
    feed.clients(found.map(({ email }) => email))
    const inbounds = await rows.inbounds()
    feed.inbounds(inbounds.filter(({ up, down }) => up + down > 0).map(({ id }) => id))
  }

  function aboutNow(): FleetReport['about'] {
    const now = status()
    return (
      (now?.panelGuid !== undefined && {
        guid: now.panelGuid,
        panelVersion: now.panelVersion,
        coreVersion: now.xray.version,
        coreState: now.xray.state,
        coreError: now.xray.errorMsg,
        fleet: fleetVersion,
      }) ||
      undefined
    )
  }

  function loadNow(): FleetReport['load'] {
    const now = status()
    if (!now) return undefined
    const mem = (now.mem.current * 100) / Math.max(1, now.mem.total)
    const short = (percent: number) => Math.round(percent * 10) / 10
    return [short(now.cpu), short(mem), now.uptime, now.netIO.up, now.netIO.down]
  }

  async function clientRows(emails: readonly string[]): Promise<ReportedClient[]> {
    const sums = await rows.sumsOf(emails)
    const here = new Set(onlineHere())
    const last = deps.presence.lastOnline()
    return emails.flatMap((email): ReportedClient[] => {
      const known = sums.get(email)
      if (!known) return []
      const { up, down, lastOnline: stored } = known
      return [[email, up, down, Math.max(stored, last[email] ?? 0), here.has(email) ? 1 : 0]]
    })
  }

  async function inboundRows(ids: readonly number[]): Promise<[string, number, number][]> {
    if (ids.length === 0) return []
    const asked = new Set(ids)
    return (await rows.inbounds())
      .filter(({ id }) => asked.has(id))
      .map(({ tag, up, down }) => [tag, up, down])
  }

  async function onlineRows(): Promise<[string, number][]> {
    const counts = new Map((await deps.onlineByInbound.count()).map(({ id, online: count }) => [id, count]))
    if (counts.size === 0) return []
    return (await rows.inbounds()).flatMap(({ id, tag }) => {
      const count = counts.get(id)
      return count === undefined ? [] : [[tag, count] satisfies [string, number]]
    })
  }

  async function answer(number: number): Promise<FleetReport> {
    const since = feed.since(number, mostReported)
    const hashes = since.config ? await inventory.hashes() : undefined
    const clients = await clientRows(since.clients)
    const inbounds = await inboundRows(since.inbounds)
    const ips: Record<string, Addresses['ips']> = {}
    for (const [email] of clients) {
      const known = addresses.get(email)
      if (known && known.seq > number) ips[email] = known.ips
    }
    const about = since.about ? aboutNow() : undefined
    const load = loadNow()
    return {
      epoch: feed.epoch,
      seq: since.upTo,
      ...(number === 0 && { whole: true as const }),
      ...(since.more && { more: true as const }),
      ...(clients.length > 0 && { clients }),
      ...(filled(ips) && { ips }),
      ...(inbounds.length > 0 && { inbounds }),
      // Clients that come, leave or move bytes are in the change feed, so without them this list is unchanged.
      ...((number === 0 || clients.length > 0) && { online: await onlineRows() }),
      ...(hashes && { hashes }),
      ...(load && { load }),
      ...(about && { about }),
    }
  }

  function noteAbout(): void {
    const now = JSON.stringify(aboutNow())
    if (now !== wasAbout) feed.about()
    wasAbout = now
  }

  return {
    async read(after: string, wait: number, gone: AbortSignal): Promise<FleetReport> {
      begun ??= begin().catch((error: unknown) => {
        begun = undefined
        throw error
      })
      await begun
      noteAbout()
      const number = feed.readUpTo(after)
      const ms = Math.min(longestWait, Math.max(0, wait)) * 1_000
      if (ms > 0 && number > 0 && !feed.hasAfter(number)) await feed.wait(ms, gone)
      noteAbout()
      return answer(number)
    },
    /** After each tick: notes clients whose bytes moved, and those that came or left. */
    ticked(deltas: readonly Delta[]): void {
      if (!begun) return
      const here = new Set(onlineHere())
      const names = new Set(deltas.filter(({ kind }) => kind === 'client').map(({ name }) => name))
      for (const email of here) if (!wasOnline.has(email)) names.add(email)
      for (const email of wasOnline) if (!here.has(email)) names.add(email)
      wasOnline = here
      // Other instances count their bytes, and this one does not get their ticks.
      const far = deps.otherInstances.online()
      for (const email of far) names.add(email)
      for (const email of addresses.keys()) if (!here.has(email)) addresses.delete(email)
      feed.clients(names)
      const tags = new Set(deltas.filter(({ kind }) => kind === 'inbound').map(({ name }) => name))
      if (tags.size + far.length > 0)
        void rows
          .inbounds()
          .then((all) =>
            feed.inbounds(all.filter(({ tag }) => far.length > 0 || tags.has(tag)).map(({ id }) => id)),
          )
          .catch(() => {}) // the next tick notes them
      noteAbout()
    },
    connected(clients: readonly { email: string; ips: readonly { ip: string; lastSeen: number }[] }[]): void {
      if (!begun) return
      for (const { email, ips } of clients) {
        const before = addresses.get(email)
        const known = new Set(before?.ips.map(({ ip }) => ip))
        if (before && ips.length === known.size && ips.every(({ ip }) => known.has(ip))) continue
        feed.clients([email])
        addresses.set(email, {
          seq: feed.seq(),
          ips: ips.map(({ ip, lastSeen }) => ({ ip, timestamp: lastSeen })),
        })
      }
    },
    onChange(change: Change): void {
      if (!begun || (change.kind !== 'clients-changed' && change.kind !== 'inbounds-changed')) return
      // A write that names no client may have changed the counters of all.
      if (change.kind === 'clients-changed' && change.clients.length === 0) begun = begin().catch(() => {})
      for (const { email, formerEmail } of change.clients)
        if (formerEmail !== null && formerEmail !== email) feed.forget(formerEmail)
      feed.clients(change.clients.map(({ email }) => email))
      if (change.kind === 'inbounds-changed') feed.inbounds(change.ids)
      feed.config()
    },
  }
}

export type Report = ReturnType<typeof createReport>
