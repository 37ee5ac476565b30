import { setImmediate as turn } from 'node:timers/promises'
import { type CidrList, parseCidrList } from '#domain/net/cidr.ts'
import { type Notify, notice } from '#domain/notices.ts'
import { type Holder, judge, type LimitTimes, limitTimes, networkOf } from '#domain/traffic/ip-limit.ts'
import type { Tell } from '../notices/outlet.ts'
import type { Db } from '../platform/db/open.ts'
import { chunked, setsFor } from '../platform/db/sets.ts'
import type { Log } from '../platform/log.ts'
import type { Connected } from './room.ts'

interface Deps {
  db: Pick<Db, 'engine' | 'read'>
  settings(): { ipLimitEnable: boolean; ipLimitAllowlist: string }
  /** When each address of a client last moved bytes over TCP; undefined if unknown. */
  activity(coreName: string): ReadonlyMap<string, number> | undefined
  /** The core refuses exactly the listed sources; each call replaces the list. */
  refuse(list: readonly { user: string; sources: readonly string[] }[]): Promise<unknown>
  cutPeers(coreName: string, ips: readonly string[]): Promise<unknown>
  notify: Notify
  tell: Tell
  log: Log
  now(): number
  times?: LimitTimes
  /** Networks of a client at other instances, with the time since when: they count too. */
  elsewhere?: (email: string) => ReadonlyMap<string, number>
}

interface Client {
  coreName: string
  limit: number
  holders: Holder[]
}

interface Excess {
  email: string
  limit: number
  networks: readonly string[]
}

const atOnce = 500
const nowhere: ReadonlyMap<string, number> = new Map()

/** Limits how many addresses a client uses at once, by rules of the core alone. */
export function createIpLimit(deps: Deps) {
  const { db, settings, activity, log, now, times = limitTimes } = deps
  const { among } = setsFor(db.engine)
  const elsewhere = deps.elsewhere ?? (() => nowhere)
  const hasMany = ({ email, ips }: Connected) => ips.length > 1 || elsewhere(email).size > 0
  const clients = new Map<string, Client>()
  /** Clients with one address, so that it counts as the older one when a second appears. */
  const alone = new Map<string, Holder>()
  let shown = ''
  let allowed: { text: string; list: CidrList } | undefined

  function isAllowed(ip: string): boolean {
    const text = settings().ipLimitAllowlist
    if (allowed?.text !== text) allowed = { text, list: parseCidrList(text) }
    return allowed.list.contains(ip)
  }

  /** Looks up only clients that have, or had, several addresses. */
  async function limitsOf(emails: readonly string[]): Promise<Map<string, number>> {
    const limits = new Map<string, number>()
    for (const part of chunked(emails, atOnce)) {
      const rows = await db.read
        .selectFrom('clients')
        .select(['email', 'limit_ip'])
        .where(among('email', part))
        .where('limit_ip', '>', 0)
        .execute()
      for (const { email, limit_ip } of rows) limits.set(email, limit_ip)
      if (part.length === atOnce) await turn()
    }
    return limits
  }

  /** An idle connection does not count; if activity is unknown, every connection counts. */
  function activeNetworks({ coreName, ips }: Connected): Map<string, number> {
    const moved = activity(coreName)
    const active = new Map<string, number>()
    for (const { ip, lastSeen } of ips) {
      if (isAllowed(ip)) continue
      const at = Math.min(now(), Math.max(lastSeen * 1_000, moved?.get(ip) ?? now()))
      const network = networkOf(ip)
      active.set(network, Math.max(at, active.get(network) ?? 0))
    }
    return active
  }

  function noteAlone({ email, ips }: Connected) {
    const network = networkOf(ips[0]?.ip ?? '')
    const known = alone.get(email)
    if (known?.network === network) known.last = now()
    else alone.set(email, { network, first: now(), last: now(), excessSince: undefined, refused: false })
  }

  /** One notification per look, however many clients it is about. */
  function say(list: readonly Excess[], refused: boolean) {
    const [first] = list
    if (!first) return
    for (const excess of list)
      log.warn(excess, refused ? 'addresses are refused' : 'a client uses too many addresses')
    deps.tell(
      ...list.map(({ email, limit, networks }) => ({
        kind: 'client.ip-limit' as const,
        params: { email, limit, addresses: networks.join(', ') },
      })),
    )
    const code = refused ? 'ip-limit.refused' : 'ip-limit.exceeded'
    const params = { email: first.email, limit: first.limit, addresses: first.networks.join(', ') }
    const more = list.length - 1
    deps.notify(more > 0 ? notice(`${code}-more`, { ...params, more }) : notice(code, params))
  }

  /** Addresses to disconnect: newly refused ones, and those still connected since before their refusal. */
  function toEnd({ ips }: Connected, holders: readonly Holder[], fresh: readonly string[]): string[] {
    const until = new Map<string, number>()
    for (const { network, refused, excessSince } of holders)
      if (refused)
        until.set(
          network,
          fresh.includes(network) ? Number.POSITIVE_INFINITY : (excessSince ?? 0) + times.windowMs,
        )
    const ended = ips.filter(
      ({ ip, lastSeen }) => lastSeen * 1_000 < (until.get(networkOf(ip)) ?? 0) && !isAllowed(ip),
    )
    return ended.map(({ ip }) => ip)
  }

  /** A network elsewhere is as old as it is there, so that every instance judges alike. */
  function withThose(known: readonly Holder[], there: ReadonlyMap<string, number>): readonly Holder[] {
    if (there.size === 0) return known
    const holders = new Map(known.map((holder) => [holder.network, holder]))
    for (const [network, since] of there) {
      const holder = holders.get(network) ?? { network, excessSince: undefined, refused: false, first: since }
      holders.set(network, { ...holder, first: Math.min(holder.first, since), last: now() })
    }
    return [...holders.values()]
  }

  /** Returns the addresses to disconnect. */
  function step(one: Connected, limit: number, news: { warned: Excess[]; refused: Excess[] }): string[] {
    const { email } = one
    const before = alone.get(email)
    const known = withThose(clients.get(email)?.holders ?? (before ? [before] : []), elsewhere(email))
    const judgement = judge(known, activeNetworks(one), limit, now(), times)
    if (judgement.warned.length > 0) news.warned.push({ email, limit, networks: judgement.warned })
    if (judgement.refused.length > 0) news.refused.push({ email, limit, networks: judgement.refused })
    if (judgement.holders.length === 0) clients.delete(one.email)
    else clients.set(one.email, { coreName: one.coreName, limit, holders: judgement.holders })
    return toEnd(one, judgement.holders, judgement.refused)
  }

  async function apply(): Promise<void> {
    const list = [...clients.values()].flatMap(({ coreName, holders }) => {
      const sources = holders.filter(({ refused }) => refused).map(({ network }) => network)
      return sources.length > 0 ? [{ user: coreName, sources: sources.sort() }] : []
    })
    const text = JSON.stringify(list)
    if (text === shown || (shown === '' && list.length === 0)) return
    await deps.refuse(list)
    shown = text
  }

  async function look(connected: readonly Connected[]): Promise<void> {
    const here = new Map(connected.map((one) => [one.email, one]))
    const concerned = new Set([...connected.filter(hasMany).map(({ email }) => email), ...clients.keys()])
    const limits = await limitsOf([...concerned])
    for (const [email, { last }] of alone) if (now() - last >= times.windowMs) alone.delete(email)
    for (const one of connected) if (!hasMany(one)) noteAlone(one)
    const news = { warned: [], refused: [] }
    const cuts: { coreName: string; ips: string[] }[] = []
    for (const email of concerned) {
      const limit = limits.get(email)
      if (limit === undefined) {
        clients.delete(email)
        continue
      }
      const coreName = clients.get(email)?.coreName ?? ''
      const one = here.get(email) ?? { email, coreName, ips: [] }
      const ips = step(one, limit, news)
      if (ips.length > 0) cuts.push({ coreName: one.coreName, ips })
    }
    say(news.warned, false)
    say(news.refused, true)
    await apply()
    for (const { coreName, ips } of cuts) await deps.cutPeers(coreName, ips)
  }

  return {
    async onLook(connected: readonly Connected[]): Promise<void> {
      if (settings().ipLimitEnable) return look(connected)
      clients.clear()
      alone.clear()
      await apply()
    },
    /** The networks that count, for other instances. */
    active: (connected: readonly Connected[]): { email: string; place: string }[] =>
      settings().ipLimitEnable
        ? connected.flatMap((one) =>
            [...activeNetworks(one)]
              .filter(([, at]) => now() - at < times.windowMs)
              .map(([place]) => ({ email: one.email, place })),
          )
        : [],
  }
}
