import { isDeepStrictEqual } from 'node:util'
import type { FallbackInput, FallbackRow } from '#contract/fallback.ts'
import {
  checkedFallbacks,
  lostChild,
  type OrderedFallback,
  refusalOf,
} from '#domain/inbounds/fallback-rules.ts'
import type { InboundFields } from '#domain/inbounds/inbound.ts'
import type { Base } from '../settings/base-services.ts'
import type { Db, Tx } from '../store/open.ts'
import { toFallback, toFallbackInbound } from '../store/rows/inbound.ts'
import { findInbound } from './find.ts'
import type { By } from './service.ts'

type Deps = Pick<Base, 'db' | 'commit'>

/** The ordered fallback rows of a master: reads them, and replaces all or none. */
export function createFallbacks({ db, commit }: Deps) {
  const rowsOf = (source: Db['read'], masterId: number) =>
    source
      .selectFrom('inbound_fallbacks')
      .selectAll()
      .where('master_id', '=', masterId)
      .orderBy('sort_order')
      .orderBy('id')
      .execute()

  return {
    /** All rows of this user's masters, for the topology view. */
    async all(userId: number): Promise<FallbackRow[]> {
      const rows = await db.read
        .selectFrom('inbound_fallbacks')
        .innerJoin('inbounds', 'inbounds.id', 'inbound_fallbacks.master_id')
        .where('inbounds.user_id', '=', userId)
        .selectAll('inbound_fallbacks')
        .orderBy('master_id')
        .orderBy('sort_order')
        .orderBy('inbound_fallbacks.id')
        .execute()
      return rows.map(toFallback)
    },
    async list(masterId: number, userId: number): Promise<FallbackRow[]> {
      await findInbound(db.read, masterId, userId)
      return (await rowsOf(db.read, masterId)).map(toFallback)
    },
    replace: (masterId: number, rows: readonly FallbackInput[], { userId, actor }: By): Promise<null> =>
      commit(actor, async (tx) => {
        const master = await findInbound(tx, masterId, userId)
        const mine = await tx.selectFrom('inbounds').selectAll().where('user_id', '=', userId).execute()
        const others = await tx
          .selectFrom('inbound_fallbacks')
          .select(['master_id', 'child_id'])
          .where('master_id', '<>', masterId)
          .execute()
        const byId = new Map(mine.map((r) => [r.id, toFallbackInbound(r)]))
        const next = checkedFallbacks(toFallbackInbound(master), rows, {
          inboundOf: (id) => byId.get(id),
          childrenOf: (id) => others.filter((r) => r.master_id === id).map((r) => r.child_id),
        })
        const before = (await rowsOf(tx, masterId)).map(toFallback).map(written)
        if (JSON.stringify(before) === JSON.stringify(next.map(written))) return { result: null }
        await tx.deleteFrom('inbound_fallbacks').where('master_id', '=', masterId).execute()
        await insertFallbacks(tx, masterId, next)
        const action = {
          action: 'inbound.fallbacks' as const,
          objectKind: 'inbound',
          object: `${masterId} ${master.tag}`,
          before,
          after: next,
        }
        const change = { kind: 'inbounds-changed', ids: [masterId], removed: [], clients: [] } as const
        return { result: null, action, change }
      }),
  }
}

export async function insertFallbacks(
  tx: Tx,
  masterId: number,
  rows: readonly OrderedFallback[],
): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map((r) => ({
    master_id: masterId,
    child_id: r.childId,
    name: r.name,
    alpn: r.alpn,
    path: r.path,
    xver: r.xver,
    dest: r.dest,
    sort_order: r.sortOrder,
  }))
  await tx.insertInto('inbound_fallbacks').values(values).execute()
}

export type Fallbacks = ReturnType<typeof createFallbacks>

const written = ({ childId, name, alpn, path, xver, dest, sortOrder }: FallbackInput) => ({
  childId,
  name,
  alpn,
  path,
  xver,
  dest,
  sortOrder,
})

/**
 * An edit of a fallback's child or master may leave a child that no client reaches: the second one with HTTP/2, or one
 * that apps cannot dial behind Reality. A child that was lost before does not keep anybody from editing.
 */
export async function refuseLostChildren(tx: Tx, id: number, fields: InboundFields): Promise<void> {
  const masters = tx
    .selectFrom('inbound_fallbacks')
    .select('master_id')
    .where((e) => e.or([e('child_id', '=', id), e('master_id', '=', id)]))
  const rows = await tx
    .selectFrom('inbound_fallbacks')
    .selectAll()
    .where('master_id', 'in', masters)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const inbounds = rows.length === 0 ? [] : await tx.selectFrom('inbounds').selectAll().execute()
  const before = new Map(inbounds.map((row) => [row.id, toFallbackInbound(row)]))
  const after = new Map(before)
  const own = before.get(id)
  if (own) after.set(id, { ...own, ...fields })
  for (const masterId of new Set(rows.map((row) => row.master_id))) {
    const list = rows.filter((row) => row.master_id === masterId).map(toFallback)
    const lost = lostBehind(masterId, list, after)
    if (!lost || isDeepStrictEqual(lost, lostBehind(masterId, list, before))) continue
    const otherId = lost.otherId === id ? lost.childId : lost.otherId
    throw refusalOf({ ...lost, otherId }, (child) => after.get(child), 'streamSettings')
  }
}

type Inbounds = ReadonlyMap<number, ReturnType<typeof toFallbackInbound>>

function lostBehind(masterId: number, rows: readonly OrderedFallback[], inbounds: Inbounds) {
  const master = inbounds.get(masterId)
  return master && lostChild(master, rows, (id) => inbounds.get(id))
}
