import type { Selectable } from 'kysely'
import type { CapKind, CapTerms } from '#contract/caps-api.ts'
import { type CappedInbound, noTerms } from '#domain/traffic/caps.ts'
import type { Reader, Tx } from '../store/open.ts'
import type { Schema } from '../store/schema.ts'

export type Source = Reader | Tx
export type CapRow = Selectable<Schema['server_caps']>
export interface Place {
  kind: CapKind
  id: number
}

export interface KnownInbound extends CappedInbound {
  tag: string
  remark: string
  userId: number
  isEnabled: boolean
}
/** Nodes and inbounds: few, and read together. */
export interface World {
  nodes: ReadonlyMap<number, string>
  inbounds: readonly KnownInbound[]
}

/** Refusals. */
export const missing = { server: 'cap.no-server', node: 'node.missing', inbound: 'inbound.missing' } as const

export const termsOf = (row: CapRow | undefined): CapTerms =>
  row
    ? {
        capBytes: row.cap_bytes,
        resetDay: row.reset_day,
        counts: row.counts,
        warnPercent: row.warn_percent,
        atEnd: row.at_end,
        costMonth: row.cost_month,
        costTb: row.cost_tb,
      }
    : noTerms

export const readCaps = (source: Source): Promise<CapRow[]> =>
  source.selectFrom('server_caps').selectAll().orderBy('kind').orderBy('place').execute()

export async function readWorld(source: Source): Promise<World> {
  const nodes = await source.selectFrom('nodes').select(['id', 'name']).orderBy('id').execute()
  const inbounds = await source
    .selectFrom('inbounds')
    .select(['id', 'node_id', 'tag', 'remark', 'user_id', 'enable'])
    .orderBy('id')
    .execute()
  return {
    nodes: new Map(nodes.map(({ id, name }) => [id, name])),
    inbounds: inbounds.map(({ id, node_id: node, tag, remark, user_id: userId, enable }) => ({
      ...{ id, node: node ?? 0, tag, remark, userId },
      isEnabled: enable,
    })),
  }
}

/** Blank: this server. Undefined: it was deleted. */
export function nameOf({ nodes, inbounds }: World, { kind, id }: Place): string | undefined {
  if (kind === 'server') return id === 0 ? '' : undefined
  if (kind === 'node') return nodes.get(id)
  const found = inbounds.find((one) => one.id === id)
  return found && (found.remark || found.tag)
}

export async function saveTerms(
  tx: Tx,
  { kind, id: place }: Place,
  { capBytes, resetDay, counts, warnPercent, atEnd, costMonth, costTb }: CapTerms,
  countedSince: number,
): Promise<void> {
  const row = {
    ...{ cap_bytes: capBytes, reset_day: resetDay, counts, warn_percent: warnPercent, at_end: atEnd },
    ...{ cost_month: costMonth, cost_tb: costTb, counted_since: countedSince },
  }
  await tx
    .insertInto('server_caps')
    .values({ kind, place, ...row, stage: 'none' })
    .onConflict((c) => c.columns(['kind', 'place']).doUpdateSet(row))
    .execute()
}

export async function saveStage(tx: Tx, { kind, place, stage }: Pick<CapRow, 'kind' | 'place' | 'stage'>) {
  await tx
    .updateTable('server_caps')
    .set({ stage })
    .where('kind', '=', kind)
    .where('place', '=', place)
    .execute()
}

export async function forget(tx: Tx, { kind, id }: Place): Promise<void> {
  await tx.deleteFrom('server_caps').where('kind', '=', kind).where('place', '=', id).execute()
}
