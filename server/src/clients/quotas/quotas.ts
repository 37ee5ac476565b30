import { type RawBuilder, sql } from 'kysely'
import type { Change, ClientChange } from '../../store/changes/change.ts'
import type { Commit, Outcome } from '../../store/changes/commit.ts'
import type { Db, Reader, Tx } from '../../store/open.ts'
import type { Sets } from '../../store/sets.ts'
import type { Draft } from '../conflicts.ts'
import type { Find } from '../find.ts'
import { quotasOfPlan } from './layers.ts'
import { createQuotaChecks, holdersIn } from './saving.ts'
import { createSettleQuotas, type QuotaCells } from './settle.ts'
import { createUsage } from './usage.ts'

interface Deps {
  db: Pick<Db, 'engine'>
  sets: Sets
  find: Find
  now: () => number
  zone: () => string
}

/** Without those that `first` names, too: what it says of a client holds for its quotas as well. */
export function besides(first: readonly ClientChange[], more: readonly ClientChange[]): ClientChange[] {
  const named = new Set(first.map(({ id }) => id))
  return more.filter(({ id }) => !named.has(id))
}

const clientsOf = (change: Change): readonly ClientChange[] => ('clients' in change ? change.clients : [])

/** Quotas of clients for inbounds, nodes and labels (ADR 150): what follows from them changes with whatever it follows from. */
export function createQuotas({ db, sets, find, now, zone }: Deps) {
  const usage = createUsage(sets, db.engine === 'sqlite')
  const settling = createSettleQuotas({ sets, find, usage, now, zone })
  /** Clients that got inbounds back in a transaction because their counters began anew. */
  const opened = new WeakMap<Tx, ClientChange[]>()

  function takeOpened(tx: Tx): ClientChange[] {
    const changes = opened.get(tx) ?? []
    opened.delete(tx)
    return changes
  }

  function withOpened<T>(tx: Tx, outcome: Outcome<T>): Outcome<T> {
    const { change } = outcome
    const told = change === undefined ? [] : Array.isArray(change) ? (change as Change[]) : [change as Change]
    const more = besides(told.flatMap(clientsOf), takeOpened(tx))
    if (more.length === 0) return outcome
    return { ...outcome, change: [...told, { kind: 'clients-changed', clients: more }] }
  }

  /** Plans say in JSON what they set, so this reads all of them. */
  async function plansWithQuotas(source: Reader | Tx): Promise<number[]> {
    const rows = await source.selectFrom('plans').select(['id', 'data']).execute()
    return rows.filter(({ data }) => quotasOfPlan(data).length > 0).map(({ id }) => id)
  }

  return {
    usage,
    checks: createQuotaChecks(sets),
    settleWhere: settling.settleWhere,
    settleClients: settling.settleClients,
    settleGroups: settling.settleGroups,
    takeOpened,

    /** Whoever writes clients tells as well who got inbounds back by it. */
    telling: (commit: Commit): Commit =>
      Object.assign(
        <T>(...[actor, work]: Parameters<typeof commit<T>>): Promise<T> =>
          commit(actor, async (tx, before, include) => withOpened(tx, await work(tx, before, include))),
        { toldLater: commit.toldLater, upkeep: commit.upkeep },
      ),

    /** Before drafts are written: what follows from the quotas that count for them now. `idOf`: under which they are stored. */
    async settleDrafts(tx: Tx, drafts: readonly Draft[], idOf: (draft: Draft) => number) {
      const holders = holdersIn(drafts, idOf)
      const cells: { id: number; next: QuotaCells }[] = []
      if (holders.size === 0) return cells
      const found = await settling.settle(tx, [...holders.values()])
      for (const [draft, { id }] of holders) {
        const next = found.get(id)
        if (!next) continue
        draft.next = { ...draft.next, ...next }
        cells.push({ id, next })
      }
      return cells
    },
    writeCells: settling.writeCells,

    /** An inbound has other labels, another place or another protocol: those of its clients that have quotas. */
    async onInbound(tx: Tx, inboundId: number): Promise<ClientChange[]> {
      const plans = await plansWithQuotas(tx)
      return settling.settleWhere(
        tx,
        sql<boolean>`c.id in (select client_id from client_inbounds where inbound_id = ${inboundId})
          and (c.quotas <> '' or c.group_name in (select name from client_groups where quotas <> '')
            or ${sets.among('c.plan_id', plans)})`,
      )
    },

    /** The counters of these clients begin anew; without a subquery of row ids, those of all. */
    async zero(tx: Tx, clients?: RawBuilder<unknown>): Promise<void> {
      const back = await usage.zero(tx, clients)
      if (back.length === 0) return
      const changes = await settling.settleClients(tx, back)
      opened.set(tx, [...(opened.get(tx) ?? []), ...changes])
    },
  }
}

export type Quotas = ReturnType<typeof createQuotas>
