import { type RawBuilder, sql } from 'kysely'
import { hasEnded } from '#domain/clients/enable.ts'
import { isDepleted } from '#domain/clients/status.ts'
import { type Charged, chargeOf, inBytes } from '#domain/traffic/charge.ts'
import { afterTick, type Moment, type Transition } from '#domain/traffic/depletion.ts'
import type { OnInbound } from '#domain/traffic/fold.ts'
import { mostBytes } from '#domain/traffic/ledger.ts'
import { dayStart } from '#domain/traffic/periodic.ts'
import type { Went } from '../notices/client-alerts.ts'
import type { ClientChange } from '../store/changes/change.ts'
import type { Reader, Tx } from '../store/open.ts'
import type { Policies } from '../store/policies.ts'
import { toClient } from '../store/rows/client.ts'
import { jsonRows } from '../store/sets.ts'
import { type Draft, draftOf } from './conflicts.ts'
import { createFairUse } from './fair-use.ts'
import { type Known, usedBytes } from './find.ts'
import { hasRenewalLeft } from './page-sql.ts'
import { createQuotaCount } from './quotas/count.ts'
import { besides } from './quotas/quotas.ts'
import { createQuotaTick } from './quotas/tick.ts'
import { zeroCounters } from './reset-all.ts'
import { touched } from './service.ts'
import { createSharedEnds, type SharedVerdict } from './shared-ends.ts'
import { bulkAction, changeOf, settleEnded, type Writing } from './writing.ts'

export interface Bytes {
  name: string
  up: number
  down: number
  /** What counts against the quota, if that is not the bytes themselves. */
  charge?: Charged
}

/** Input of a tick beyond what the tables hold. */
export interface Tick extends Moment {
  /** Emails whose bytes were counted in this tick. */
  moved: ReadonlySet<string>
  /** The clients in `moved` were last seen at this time or later. */
  movedSince: number
  /** Bytes that the kernel delivered and the core has not counted yet, by email. */
  uncounted: ReadonlyMap<string, number>
}

export interface Verdicts {
  changes: ClientChange[]
  /** Transitions of each client, for the audit log. */
  went: Went[]
}

const wentBack = ({ known, next }: Draft): Went => ({
  email: next.email,
  transition: known?.row.enable ? 'quickened' : 'returned',
  expiryTime: next.expiryTime,
  quota: next.totalGB,
})

const ends: ReadonlySet<Transition> = new Set(['ended', 'slowed'])

const usedOn = (day: number, traffic: Known['traffic']): number =>
  traffic?.day_at === day ? traffic.day_used : 0

/** What a traffic tick writes to the client tables. Every method runs in the tick's own transaction. */
export function createMetering(w: Writing, zone: () => string) {
  const { among } = w.sets
  const sqlite = w.db.engine === 'sqlite'
  const yes = sql.raw(sqlite ? '1' : 'true') // a literal: partial indexes match the exact text
  const full = sql.raw(sqlite ? 'indexed by idx_traffic_full' : '') // SQLite would scan all quotas otherwise
  const least = sql.raw(sqlite ? 'min' : 'least')
  const most = sql.raw(String(mostBytes))
  const fairUse = createFairUse(w)
  const shared = createSharedEnds(w)
  const quotas = createQuotaTick(w.quotas, w.sets)

  const ofDay = (day: number) => sql`, day_at = ${day},
      day_used = ${least}((case when day_at = ${day} then day_used else 0 end) + v.u + v.d, ${most})`

  /** Bytes of clients that were deleted a moment ago: they come back with them if that is undone. */
  async function countLate(tx: Tx, source: RawBuilder<unknown>): Promise<void> {
    const some = await tx.selectFrom('undo_late').select('email').limit(1).execute()
    if (some.length === 0) return
    await sql`update undo_late set up = ${least}(up + v.u, ${most}), down = ${least}(down + v.d, ${most})
      from ${source} as v where undo_late.email = v.name
        and not exists (select 1 from client_traffics t where t.email = v.name)`.execute(tx)
  }

  /** Rows with `name`, `u` and `d`: the bytes that count against quotas. */
  async function charges(bytes: readonly Bytes[]): Promise<RawBuilder<unknown>> {
    const hasRests = bytes.some(({ charge }) => charge !== undefined)
    const rows = await jsonRows(bytes, (b) => {
      const [up, down] = [inBytes(chargeOf(b).up), inBytes(chargeOf(b).down)]
      return hasRests ? [b.name, up.bytes, down.bytes, up.rest, down.rest] : [b.name, up.bytes, down.bytes]
    })
    const cell = (at: number) => (sqlite ? sql.raw(`value ->> ${at}`) : sql.raw(`(e ->> ${at})::bigint`))
    const each = sqlite ? sql`json_each(${rows})` : sql`jsonb_array_elements(${rows}::jsonb) as e`
    const name = sqlite ? sql`value ->> 0` : sql`e ->> 0`
    if (!hasRests) return sql`(select ${name} as name, ${cell(1)} as u, ${cell(2)} as d from ${each})`
    // What multipliers left over is carried in the client's row: nothing is rounded away.
    return sql`(select m.name, m.u + (coalesce(t.up_rest, 0) + m.ur) / 100 as u, m.d + (coalesce(t.down_rest, 0) + m.dr) / 100 as d,
        (coalesce(t.up_rest, 0) + m.ur) % 100 as ur, (coalesce(t.down_rest, 0) + m.dr) % 100 as dr
      from (select ${name} as name, ${cell(1)} as u, ${cell(2)} as d, ${cell(3)} as ur, ${cell(4)} as dr from ${each}) as m
      left join client_traffics t on t.email = m.name)`
  }

  /** One statement at any size; increments that saturate at the largest safe number (P9, P37). */
  async function count(tx: Tx, bytes: readonly Bytes[], at: number): Promise<void> {
    if (bytes.length === 0) return
    const day = (await fairUse.isGiven(tx)) ? dayStart(zone(), at) : 0
    const source = await charges(bytes)
    const rests = bytes.some(({ charge }) => charge !== undefined)
      ? sql`, up_rest = v.ur, down_rest = v.dr`
      : sql``
    await countLate(tx, source)
    await w.sums.count(tx, source)
    await sql`update client_traffics set
      up = ${least}(up + v.u, ${most} - down),
      down = ${least}(down + v.d, ${most} - ${least}(up + v.u, ${most} - down)),
      last_online = ${at} ${day === 0 ? sql`` : ofDay(day)} ${rests}
      from ${source} as v where client_traffics.email = v.name`.execute(tx)
  }

  /** Bytes that were counted apart on an inbound. */
  const countOnInbounds = (tx: Tx, moved: readonly OnInbound[], at: number): Promise<void> =>
    moved.length === 0
      ? Promise.resolve()
      : w.inboundTraffic.count(tx, moved, Math.floor(dayStart(zone(), at) / 1_000))

  /**
   * Emails that may need a transition, found through partial indexes, so the cost grows with the work and not with the
   * table.
   */
  async function due(db: Reader | Tx, tick: Tick, groups: readonly SharedVerdict[]): Promise<string[]> {
    const { now, held, moved, movedSince, uncounted } = tick
    const expired = sql`union all select email from client_traffics
        where enable = ${yes} and expiry_time > 0 and expiry_time <= ${now} and slowed <> 'ended'
      union all select t.email from clients c join client_traffics t on t.email = c.email
        where c.expiry_time > 0 and c.expiry_time <= ${now} and ${sql.raw(hasRenewalLeft)}`
    const starting = sql`union all select email from client_traffics where expiry_time < 0 and last_online >= ${movedSince}`
    const { rows } = await sql<{ email: string }>`
      select email from client_traffics ${full} where enable = ${yes} and total > 0 and total <= up + down
        and slowed <> 'ended'
      union all select email from client_traffics where cut_at > 0
      ${held ? sql`` : expired} ${moved.size > 0 ? starting : sql``}`.execute(db)
    const names = new Set(rows.map((r) => r.email))
    for (const email of await overdrawn(db, uncounted)) names.add(email)
    for (const email of await shared.live(db, groups)) names.add(email)
    if (!held)
      for (const email of await fairUse.due(db, moved, () => dayStart(tick.zone, now))) names.add(email)
    return [...names]
  }

  /** Clients whose quota is used up once uncounted bytes are included. */
  async function overdrawn(db: Reader | Tx, uncounted: ReadonlyMap<string, number>): Promise<string[]> {
    if (uncounted.size === 0) return []
    const rows = await db
      .selectFrom('client_traffics')
      .select(['email', 'up', 'down', 'total'])
      .where(among('email', [...uncounted.keys()]))
      .where('enable', '=', true)
      .where('total', '>', 0)
      .where('slowed', '<>', 'ended')
      .execute()
    return rows.filter((r) => r.up + r.down + (uncounted.get(r.email) ?? 0) >= r.total).map((r) => r.email)
  }

  function judge(known: Known, tick: Tick, policies: Policies) {
    const { traffic, row } = known
    const before = toClient(row)
    const limits = policies(before)
    const outcome = afterTick(
      before,
      {
        used: usedBytes(traffic),
        uncounted: tick.uncounted.get(row.email) ?? 0,
        moved: tick.moved.has(row.email),
        resetCount: traffic?.reset_count ?? 0,
        cutAt: traffic?.cut_at ?? 0,
        rule: limits,
        fairUse: limits,
        dayUsed: limits.fairUse > 0 ? usedOn(dayStart(tick.zone, tick.now), traffic) : 0,
      },
      tick,
    )
    const next = touched(before, outcome.client, tick.now)
    const isOwn = hasEnded(next, usedBytes(traffic), tick.now, {}) || (traffic?.cut_at ?? 0) > 0
    const byGroup = !isOwn && limits.shared !== undefined && isDepleted(limits.shared, tick.now)
    return {
      known,
      next,
      outcome,
      group: byGroup ? before.group : undefined,
      changed: next !== before,
      drifted: traffic?.enable !== next.enable || traffic.slowed !== next.slowed,
    }
  }

  /** Decides from what the transaction sees, so an edit that committed first is not undone. */
  async function settle(tx: Tx, tick: Tick): Promise<Verdicts> {
    const groups = await shared.judge(tx, tick)
    await shared.write(tx, groups)
    const ended = await withQuotas(tx, tick, await settleDue(tx, tick, await due(tx, tick, groups)))
    const lifted = groups.filter((group) => group.lifted).map(({ name }) => name)
    if (lifted.length === 0) return ended
    const back = await settleEnded(w, tx, among('group_name', lifted))
    return {
      changes: [...ended.changes, ...back.map(changeOf)],
      went: [...ended.went, ...back.map(wentBack)],
    }
  }

  /** After everything that resets counters: a quota that begins anew with them is open again. */
  async function withQuotas(tx: Tx, tick: Tick, { changes, went }: Verdicts): Promise<Verdicts> {
    const now = await quotas.settle(tx, tick)
    const opened = besides(changes, w.quotas.takeOpened(tx))
    const told = [...changes, ...opened]
    return { changes: [...told, ...besides(told, now.changes)], went: [...went, ...now.went] }
  }

  async function settleDue(tx: Tx, tick: Tick, emails: readonly string[]): Promise<Verdicts> {
    if (emails.length === 0) return { changes: [], went: [] }
    const found = await w.find.many(tx, emails)
    const known = [...found.values()]
    const named = new Set(known.map((k) => k.row.email))
    const orphans = emails.filter((email) => !named.has(email))
    if (orphans.length > 0) await w.store.switchOff(tx, orphans)
    const policies = await w.policiesOf(tx, known)
    const judged = known.map((k) => judge(k, tick, policies))
    const emailsOf = (those: typeof judged) => those.map((j) => j.known.row.email)
    const drafts = judged.filter((j) => j.changed || j.drifted).map((j) => draftOf(j.known, j.next))
    if (drafts.length > 0) await w.store.save(tx, drafts, tick.now)
    await w.store.renew(tx, emailsOf(judged.filter((j) => j.outcome.zeroed)), tick.now)
    const moved = (to: 'cut' | 'clear') =>
      emailsOf(
        judged.filter(
          ({ outcome, known: k }) =>
            outcome.cutAt !== (k.traffic?.cut_at ?? 0) && (to === 'cut') === outcome.cutAt > 0,
        ),
      )
    await w.store.setCutAt(tx, moved('cut'), tick.now)
    await w.store.setCutAt(tx, moved('clear'), 0)
    return {
      changes: judged.filter((j) => j.changed).map((j) => changeOf(draftOf(j.known, j.next))),
      went: judged.flatMap((j) =>
        j.outcome.transitions.map((transition) => ({
          email: j.known.row.email,
          transition,
          expiryTime: j.next.expiryTime,
          quota: j.next.totalGB,
          ...(j.group !== undefined && ends.has(transition) && { group: j.group }),
        })),
      ),
    }
  }

  return {
    count,
    countOnInbounds,
    quotas: { isAny: w.quotas.usage.isAny, count: createQuotaCount(w.sets, w.quotas.usage) },
    async isAnyDue(db: Reader | Tx, tick: Tick): Promise<boolean> {
      const groups = await shared.judge(db, tick)
      if ((await due(db, tick, groups)).length > 0) return true
      if (await quotas.isAnyDue(db, tick)) return true
      return shared.isAnyWaiting(db, groups)
    },
    settle,

    /** A client counts toward the first inbound it is attached to, as stored in its traffic row. */
    async resetOn(tx: Tx, inboundIds: readonly number[]): Promise<ClientChange[]> {
      const firsts = sql`select client_id from (select client_id, min(inbound_id) as first_inbound
        from client_inbounds group by client_id) as f where ${among('first_inbound', inboundIds)}`
      const { back } = await zeroCounters(w, tx, firsts)
      return [...back, ...besides(back, w.quotas.takeOpened(tx))]
    },

    /** Imported databases may have clients without traffic rows; nothing could be counted for them. */
    async openMissing(tx: Tx): Promise<void> {
      await sql`insert into client_traffics (email, enable, total, expiry_time, reset, slowed, inbound_id)
        select c.email, c.enable, c.total_gb, c.expiry_time, c.reset, c.slowed,
          coalesce((select min(ci.inbound_id) from client_inbounds ci where ci.client_id = c.id), 0)
        from clients c where not exists (select 1 from client_traffics t where t.email = c.email)`.execute(tx)
      await w.sums.recount(tx) // another program may have written the counters meanwhile
    },

    actionOf: (went: Verdicts['went']) => ({
      ...bulkAction(
        'clients.limits',
        went.map((x) => x.email),
        Object.fromEntries(
          [...new Set(went.map((x) => x.transition))].map((t) => [
            t,
            went.filter((x) => x.transition === t).length,
          ]),
        ),
      ),
      clients: went.map(({ email, transition }) => ({ email, what: transition })),
    }),
  }
}

export type Metering = ReturnType<typeof createMetering>
