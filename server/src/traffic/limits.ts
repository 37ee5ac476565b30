import type { Tick } from '../clients/metering.ts'
import type { Leadership } from '../instance/leadership.ts'
import type { Went } from '../notices/client-alerts.ts'
import type { Action } from '../store/audit/trail.ts'
import type { ClientChange } from '../store/changes/change.ts'
import type { Db, Reader, Tx } from '../store/open.ts'
import type { Sums } from './collect.ts'

export interface Enforced {
  clients: ClientChange[]
  /** Inbounds that were disabled or re-enabled. */
  inboundIds: number[]
  went: Went[]
  /** For the audit log. */
  actions: Action[]
}

export const nothingEnforced: Enforced = { clients: [], inboundIds: [], went: [], actions: [] }

/**
 * Quotas, expiry and periodic resets: a cheap query finds who is due, the transaction decides. The rooms that own the
 * tables write.
 */
export function createLimits(
  db: Db,
  { clients, inbounds }: Pick<Sums, 'clients' | 'inbounds'>,
  leadership: Pick<Leadership, 'leads' | 'holds'>,
) {
  const marks = createMarks()

  async function resetsDue(source: Reader | Tx, { zone, now, held }: Tick): Promise<number[]> {
    const lookedAt = held || !leadership.leads() ? undefined : await marks.resetsSeen(source)
    return lookedAt === undefined ? [] : inbounds.periodic(source, zone, lookedAt, now)
  }

  async function resetPeriodically(tx: Tx, tick: Tick): Promise<Omit<Enforced, 'went'>> {
    if (tick.held) return nothingEnforced // the clock cannot be trusted
    if (!(await leadership.holds(tx))) return nothingEnforced
    const ids = await resetsDue(tx, tick)
    await marks.seeResets(tx, tick.now)
    if (ids.length === 0) return nothingEnforced
    const inboundIds = await inbounds.zero(tx, ids, tick.now)
    const back = await clients.resetOn(tx, ids)
    const action = 'inbounds.periodicReset'
    return { clients: back, inboundIds, actions: [{ action, objectKind: 'inbounds', object: ids.join(' ') }] }
  }

  return {
    /** Whether a transaction would have anything to do. */
    async isAnyDue(tick: Tick): Promise<boolean> {
      if (await clients.isAnyDue(db.read, tick)) return true
      if ((await inbounds.due(db.read, tick)).length > 0) return true
      if (!leadership.leads()) return false // another instance resets
      return marks.mayHaveBegun(tick.now) || (await resetsDue(db.read, tick)).length > 0
    },

    async enforce(tx: Tx, tick: Tick): Promise<Enforced> {
      const reset = await resetPeriodically(tx, tick)
      const { changes, went } = await clients.settle(tx, tick)
      const actions = [...reset.actions]
      if (went.length > 0) actions.push(clients.actionOf(went))
      const ended = await inbounds.end(tx, tick)
      if (ended.length > 0) {
        const object = ended.map((i) => `${i.id} ${i.tag}`).join(', ')
        actions.push({ action: 'inbounds.limits', objectKind: 'inbounds', object })
      }
      return {
        clients: [...reset.clients, ...changes],
        inboundIds: [...reset.inboundIds, ...ended.map((i) => i.id)],
        went,
        actions,
      }
    },
  }
}

const resets = 'periodic resets'
/** Time zones differ by whole quarters of an hour: no period begins in between. */
const quarterMs = 900_000

/** The time up to which periodic resets were checked: resets missed while the panel was down are found once. */
function createMarks() {
  let seen: number | undefined
  /** True if a period may have begun since: idle ticks write nothing. */
  const mayHaveBegun = (now: number): boolean =>
    seen === undefined || Math.floor(now / quarterMs) !== Math.floor(seen / quarterMs)

  return {
    mayHaveBegun,
    async resetsSeen(source: Reader | Tx): Promise<number | undefined> {
      const row = await source
        .selectFrom('traffic_marks')
        .select('at')
        .where('name', '=', resets)
        .executeTakeFirst()
      return row?.at
    },
    async seeResets(tx: Tx, now: number): Promise<void> {
      if (!mayHaveBegun(now)) return
      await tx
        .insertInto('traffic_marks')
        .values({ name: resets, at: now })
        .onConflict((c) =>
          // The clock of another instance may be ahead: what it has seen is not looked at again.
          c.column('name').doUpdateSet({ at: now }).where('traffic_marks.at', '<', now),
        )
        .execute()
      seen = now
    },
  }
}
