import { setImmediate as turn } from 'node:timers/promises'
import type { Ending, IpCount } from '#contract/limits.ts'
import { type CidrList, parseCidrList } from '#domain/net/cidr.ts'
import { notice } from '#domain/notices.ts'
import { type Holder, judge, type LimitTimes, limitTimes, networkOf } from '#domain/traffic/ip-limit.ts'
import type { OverIp } from '../clients/over-ip.ts'
import type { Connections } from '../connections/room.ts'
import type { Core } from '../core/room.ts'
import type { Tell } from '../notices/outlets.ts'
import type { Base } from '../settings/base-services.ts'
import type { Db } from '../store/open.ts'
import { readPolicies } from '../store/policies.ts'
import { toClient } from '../store/rows/client.ts'
import { chunked, setsFor } from '../store/sets.ts'
import type { OtherInstances } from './other-instances.ts'
import type { Refusals, Refused } from './refusals.ts'
import type { Connected } from './room.ts'

interface Deps extends Pick<Base, 'log' | 'notify' | 'now' | 'settings'> {
  db: Pick<Db, 'engine' | 'read'>
  core: Pick<Core, 'refuse'>
  connections: Pick<Connections, 'activity' | 'cutPeers' | 'speedsChanged'>
  /** A client's networks at other instances count too. */
  otherInstances: Pick<OtherInstances, 'networks'>
  refusals: Pick<Refusals, 'note'>
  overIp: OverIp
  tell: Tell
  times?: LimitTimes
}

interface Client {
  coreName: string
  rule: IpRule
  holders: Holder[]
}

interface Excess {
  email: string
  limit: number
  rule: IpRule
  networks: readonly string[]
}

const atOnce = 500

/** Limits how many addresses a client uses at once, by rules of the core alone. */
export function createIpLimit(deps: Deps) {
  const { db, settings, core, connections, otherInstances, overIp, log, now, times = limitTimes } = deps
  const rulesOf = createIpRules(db)
  const hasMany = ({ email, ips }: Connected) => ips.length > 1 || otherInstances.networks(email).size > 0
  const clients = new Map<string, Client>()
  /** Clients with one address, so that it counts as the older one when a second appears. */
  const alone = new Map<string, Holder>()
  let shown = ''
  let allowed: { text: string; list: CidrList } | undefined

  function isAllowed(ip: string): boolean {
    const text = settings.current().ipLimitAllowlist
    if (allowed?.text !== text) allowed = { text, list: parseCidrList(text) }
    return allowed.list.contains(ip)
  }

  /** An idle connection does not count; if activity is unknown, every connection counts. */
  function activeNetworks({ coreName, ips }: Connected, count?: IpCount): Map<string, number> {
    const moved = connections.activity(coreName)
    const active = new Map<string, number>()
    for (const { ip, lastSeen } of ips) {
      if (isAllowed(ip)) continue
      const at = Math.min(now(), Math.max(lastSeen * 1_000, moved?.get(ip) ?? now()))
      const network = networkOf(ip, count)
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

  /** One notification per check, however many clients it is about. */
  function say(list: readonly Excess[], refused: boolean) {
    const [first] = list
    if (!first) return
    for (const { rule: _, ...excess } of list)
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
  function toEnd(
    { ips }: Connected,
    holders: readonly Holder[],
    fresh: readonly string[],
    count: IpCount,
  ): string[] {
    const until = new Map<string, number>()
    for (const { network, refused, excessSince } of holders)
      if (refused)
        until.set(
          network,
          fresh.includes(network) ? Number.POSITIVE_INFINITY : (excessSince ?? 0) + times.windowMs,
        )
    const ended = ips.filter(
      ({ ip, lastSeen }) => lastSeen * 1_000 < (until.get(networkOf(ip, count)) ?? 0) && !isAllowed(ip),
    )
    return ended.map(({ ip }) => ip)
  }

  /** A network at another instance is as old as it is there, so that every instance judges the same. */
  function withOthers(
    known: readonly Holder[],
    there: ReadonlyMap<string, number>,
    count: IpCount,
  ): readonly Holder[] {
    if (there.size === 0) return known
    const holders = new Map(known.map((holder) => [holder.network, holder]))
    for (const [place, since] of there) {
      const network = networkOf(place, count)
      const holder = holders.get(network) ?? { network, excessSince: undefined, refused: false, first: since }
      holders.set(network, { ...holder, first: Math.min(holder.first, since), last: now() })
    }
    return [...holders.values()]
  }

  /** Returns the addresses to disconnect. */
  function step(one: Connected, rule: IpRule, news: { warned: Excess[]; refused: Excess[] }): string[] {
    const { email } = one
    const before = alone.get(email)
    const { limit, count, graceMs, act } = rule
    const had = clients.get(email)
    const first = before ? [{ ...before, network: networkOf(before.network, count) }] : []
    const old = had?.rule.count === count ? had.holders : first
    const known = withOthers(old, otherInstances.networks(email), count)
    const judgement = judge(known, activeNetworks(one, count), limit, now(), { ...times, graceMs })
    if (judgement.warned.length > 0) news.warned.push({ email, limit, rule, networks: judgement.warned })
    if (judgement.refused.length > 0) news.refused.push({ email, limit, rule, networks: judgement.refused })
    if (judgement.holders.length === 0) clients.delete(one.email)
    else clients.set(one.email, { coreName: one.coreName, rule, holders: judgement.holders })
    return act === 'slow' ? [] : toEnd(one, judgement.holders, judgement.refused, count)
  }

  /** Slows clients that use too many addresses, and frees those that no longer do. */
  function slowDown(): void {
    const isOver = ({ rule, holders }: Client) => rule.act === 'slow' && holders.some((one) => one.refused)
    const next = new Set([...clients].filter(([, client]) => isOver(client)).map(([email]) => email))
    const changed = overIp.replace(next)
    if (changed.size > 0) connections.speedsChanged(changed)
  }

  /** What the client's page shows: a failure to store it changes nothing else. */
  async function record(list: readonly Excess[]): Promise<void> {
    const refused = list.flatMap(({ email, rule: { act, count: counted, limit }, networks }) =>
      networks.map((place): Refused => ({ email, place, act, counted, limit })),
    )
    await deps.refusals
      .note(refused)
      .catch((error: unknown) => log.warn({ err: error }, 'failed to store refusals'))
  }

  async function apply(): Promise<void> {
    slowDown()
    const list = [...clients.values()].flatMap(({ coreName, holders, rule }) => {
      if (rule.act === 'slow') return []
      const sources = holders.filter(({ refused }) => refused).map(({ network }) => network)
      return sources.length > 0 ? [{ user: coreName, sources: sources.sort() }] : []
    })
    const text = JSON.stringify(list)
    if (text === shown || (shown === '' && list.length === 0)) return
    await core.refuse(list)
    shown = text
  }

  async function judgeAll(connected: readonly Connected[]): Promise<void> {
    const here = new Map(connected.map((one) => [one.email, one]))
    const concerned = new Set([...connected.filter(hasMany).map(({ email }) => email), ...clients.keys()])
    const limits = await rulesOf([...concerned])
    for (const [email, { last }] of alone) if (now() - last >= times.windowMs) alone.delete(email)
    for (const one of connected) if (one.ips.length > 0 && !hasMany(one)) noteAlone(one)
    const news: { warned: Excess[]; refused: Excess[] } = { warned: [], refused: [] }
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
    await record(news.refused)
    await apply()
    for (const { coreName, ips } of cuts) await connections.cutPeers(coreName, ips)
  }

  return {
    async check(connected: readonly Connected[]): Promise<void> {
      if (settings.current().ipLimitEnable) return judgeAll(connected)
      clients.clear()
      alone.clear()
      await apply()
    },
    /** The networks that count, for other instances. */
    active: (connected: readonly Connected[]): { email: string; place: string }[] =>
      settings.current().ipLimitEnable
        ? connected.flatMap((one) =>
            [...activeNetworks(one)]
              .filter(([, at]) => now() - at < times.windowMs)
              .map(([place]) => ({ email: one.email, place })),
          )
        : [],
  }
}

export type IpLimit = ReturnType<typeof createIpLimit>

/** How many places a client may use at once, what counts as one, and what happens with more. */
interface IpRule {
  limit: number
  count: IpCount
  graceMs: number
  act: Ending
}

/** Reads the rules of clients that use several addresses: their own limit, else that of their group. */
function createIpRules(db: Pick<Db, 'engine' | 'read'>) {
  const sets = setsFor(db.engine)
  return async function rulesOf(emails: readonly string[]): Promise<Map<string, IpRule>> {
    const rules = new Map<string, IpRule>()
    for (const part of chunked(emails, atOnce)) {
      const rows = await db.read
        .selectFrom('clients as c')
        .leftJoin('client_groups as g', (on) =>
          on.onRef('g.name', '=', 'c.group_name').on('c.group_name', '<>', ''),
        )
        .selectAll('c')
        .select('g.limit_ip as group_limit')
        .where(sets.among('c.email', part))
        .where((e) => e.or([e('c.limit_ip', '>', 0), e('g.limit_ip', '>', 0)]))
        .execute()
      const clients = rows.map((row) => ({ ...toClient(row), groupLimit: row.group_limit ?? 0 }))
      const limits = await readPolicies(db.read, sets, clients)
      for (const client of clients) {
        const { ipCount: count, ipGrace, whenOverIp: act } = limits(client)
        const limit = client.limitIp || client.groupLimit
        rules.set(client.email, { limit, count, graceMs: ipGrace * 1_000, act })
      }
      if (part.length === atOnce) await turn()
    }
    return rules
  }
}
