import { type RawBuilder, sql } from 'kysely'
import { keyedDevices } from '#domain/devices/keys.ts'
import { cellOf } from '#domain/follow/held.ts'
import {
  closedBy,
  countedOn,
  type EndOf,
  type InForce,
  isMeant,
  periodEnds,
  type QuotaInbound,
  usageUnder,
} from '#domain/quotas/in-force.ts'
import { quotasIn } from '#domain/quotas/quotas.ts'
import type { ClientChange } from '../../store/changes/change.ts'
import type { Reader, Tx } from '../../store/open.ts'
import { toClient } from '../../store/rows/client.ts'
import { chunked, eachInTurn, type Sets } from '../../store/sets.ts'
import type { Find, Known as KnownClient } from '../find.ts'
import { type Holder, readInForce, readQuotaInbounds } from './layers.ts'
import { type QuotaUsage, type UsageRow, usageIn, usageRow } from './usage.ts'

/** What follows from a client's quotas, as its row holds it. */
export interface QuotaCells {
  countedInbounds: string
  spentInbounds: string
}

interface Deps {
  sets: Sets
  find: Find
  usage: QuotaUsage
  now: () => number
  zone: () => string
}

/** What is read once for all clients, and the rows of one. */
interface Known {
  entries: ReadonlyMap<number, QuotaInbound>
  had: readonly UsageRow[]
  endOf: EndOf
}

/** Clients in one go, so that many never block the event loop for long. */
const atOnce = 1_000

const none: QuotaCells = { countedInbounds: '', spentInbounds: '' }
const cellColumns = { id: 'int', counted_inbounds: 'text', spent_inbounds: 'text' } as const

/** Keeps what follows from quotas as it must be: a row for each that counts, and the two lists of each client. */
export function createSettleQuotas({ sets, find, usage, now, zone }: Deps) {
  /** A quota for inbounds that the client does not have needs no row, unless something was used there. */
  const hasPlace = ({ quota }: InForce, attached: readonly QuotaInbound[]): boolean =>
    attached.some((entry) => isMeant(quota, entry))

  /** What one client must have, with the rows that it has. */
  function one(holder: Holder, force: readonly InForce[], { entries, had, endOf }: Known) {
    const attached = holder.inboundIds.flatMap((inbound) => entries.get(inbound) ?? [])
    const before = new Map(had.map((row) => [row.target, row]))
    const changed: UsageRow[] = []
    const spent: InForce[] = []
    for (const one of force) {
      const row = before.get(one.target)
      if (!row && !hasPlace(one, attached)) continue
      before.delete(one.target)
      const next = usageRow(holder.id, one.target, one.by, usageUnder(one.quota, row && usageIn(row), endOf))
      if (!row || usageText(row) !== usageText(next)) changed.push(next)
      if (next.spent === 1) spent.push(one)
    }
    const cells = {
      countedInbounds: cellOf(countedOn(force, attached)),
      spentInbounds: cellOf(closedBy(spent, attached)),
    }
    return { cells, changed, gone: [...before.values()] }
  }

  /**
   * What these clients must have in their rows. Writes what is used of each quota that counts for them now; it is kept
   * where the quota has another amount, and lost where nobody sets one any longer.
   */
  async function settle(tx: Tx, holders: readonly Holder[]): Promise<Map<number, QuotaCells>> {
    const forceOf = await readInForce(tx, sets, holders)
    const cells = new Map(holders.map(({ id }) => [id, none]))
    const isAny = holders.some((holder) => forceOf(holder).length > 0)
    if (!isAny && !(await usage.isAny(tx))) return cells
    const rows = Map.groupBy(await usage.of(tx, [...cells.keys()]), (row) => row.client_id)
    const asked = isAny ? [...new Set(holders.flatMap(({ inboundIds }) => inboundIds))] : []
    const entries = await readQuotaInbounds(tx, sets, asked)
    const endOf = periodEnds(zone(), now())
    const [changed, gone]: [UsageRow[], UsageRow[]] = [[], []]
    await eachInTurn(holders, (holder) => {
      const had = rows.get(holder.id) ?? []
      const settled = one(holder, forceOf(holder), { entries, had, endOf })
      cells.set(holder.id, settled.cells)
      for (const row of settled.changed) changed.push(row)
      for (const row of settled.gone) gone.push(row)
    })
    await usage.write(tx, changed)
    await usage.drop(tx, gone)
    return cells
  }

  /** With as little as their quotas depend on. */
  async function holdersOf(source: Reader | Tx, ids: readonly number[]) {
    const rows = await source
      .selectFrom('clients as c')
      .select(['c.id', 'c.quotas', 'c.group_name', 'c.plan_id', 'c.counted_inbounds', 'c.spent_inbounds'])
      .where(sets.among('c.id', ids))
      .orderBy('c.id')
      .execute()
    const attached = await find.attachmentsOf(
      source,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({
      ...{ id: row.id, quotas: quotasIn(row.quotas), group: row.group_name, planId: row.plan_id },
      ...{ inboundIds: attached.get(row.id) ?? [], was: row },
    }))
  }

  async function portion(tx: Tx, ids: readonly number[]): Promise<ClientChange[]> {
    const holders = await holdersOf(tx, ids)
    const cells = await settle(tx, holders)
    const moved = holders.flatMap(({ id, was }) => {
      const next = cells.get(id) ?? none
      const isSame =
        next.countedInbounds === was.counted_inbounds && next.spentInbounds === was.spent_inbounds
      return isSame ? [] : [{ id, next }]
    })
    const known = await find.byId(
      tx,
      moved.map(({ id }) => id),
    )
    await writeCells(tx, moved)
    return [...known.values()].map(moveOf)
  }

  /** Looks again at the quotas of these clients; returns those for whom inbounds are counted or closed otherwise. */
  async function settleClients(tx: Tx, ids: readonly number[]): Promise<ClientChange[]> {
    const changes: ClientChange[] = []
    for (const part of chunked(ids, atOnce)) for (const one of await portion(tx, part)) changes.push(one)
    return changes
  }

  /** The same; `where` is about the client `c`. */
  async function settleWhere(tx: Tx, where: RawBuilder<boolean>): Promise<ClientChange[]> {
    const rows = await tx.selectFrom('clients as c').select('c.id').where(where).orderBy('c.id').execute()
    return settleClients(
      tx,
      rows.map(({ id }) => id),
    )
  }

  async function writeCells(tx: Tx, rows: readonly { id: number; next: QuotaCells }[]): Promise<void> {
    const columns = rows.map(({ id, next }) => ({
      ...{ id, counted_inbounds: next.countedInbounds, spent_inbounds: next.spentInbounds },
    }))
    if (columns.length > 0) await sets.update(tx, 'clients', columns, cellColumns, 'id')
  }

  return {
    settle,
    writeCells,
    settleWhere,
    settleClients,
    /** The members of groups that set quotas: another room has written clients. */
    settleGroups: (tx: Tx) =>
      settleWhere(
        tx,
        sql<boolean>`c.group_name <> '' and c.group_name in (select name from client_groups where quotas <> '')`,
      ),
  }
}

/** The client is on the same inbounds, and the core has it there otherwise. */
function moveOf({ row, inboundIds }: KnownClient): ClientChange {
  const before = toClient(row)
  const devices = keyedDevices(before)
  return {
    ...{ id: row.id, email: row.email, formerEmail: row.email, before },
    ...{ inboundIds, formerInboundIds: inboundIds },
    ...(devices.length > 0 && { devices }),
  }
}

const usageText = ({ bytes, used, spent, reset, owner, ends_at }: UsageRow): string =>
  [bytes, used, spent, reset, owner, ends_at].join(' ')

export type SettleQuotas = ReturnType<typeof createSettleQuotas>
