import { type ClientPage, type ClientSlim, type PagedQuery, slimFields } from '#contract/client-bodies.ts'
import { thresholds } from '#domain/clients/status.ts'
import { idsIn } from '#domain/follow/held.ts'
import type { Base } from '../settings/base-services.ts'
import type { BulkReads } from '../store/bulk-reads/bulk-reads.ts'
import type { Found } from '../store/bulk-reads/search.ts'
import {
  type ClientRow,
  columnOf,
  fieldReader,
  foldedNeedle,
  hasBeenEnded,
  toTraffic,
} from '../store/rows/client.ts'
import type { Sets } from '../store/sets.ts'
import type { Find, Known } from './find.ts'
import type { OnlineClients } from './online.ts'
import { createOverview, mostNames } from './overview.ts'
import { isBackwards, isPlain, type PageContext, pageSql } from './page-sql.ts'

interface Deps extends Pick<Base, 'db' | 'now' | 'settings'> {
  sets: Sets
  find: Find
  bulkReads: BulkReads
  online: OnlineClients
  /** What some orders need of other rooms. */
  figures: Pick<PageContext, 'rates' | 'weekFrom'>
}

const [first, then] = slimFields
const [readFirst, readThen] = [fieldReader(first), fieldReader(then)]
/** The columns that the list shows. The others, some of them long, are not read. */
const slimColumns = [
  ...(['id', 'uuid', 'slowed', 'disabled_by_panel', 'created_at', 'updated_at'] as const),
  'spent_inbounds' as const,
  ...[...first, ...then].map(columnOf),
]
type SlimRow = Pick<ClientRow, (typeof slimColumns)[number]>

export function createPage({ db, sets, find, bulkReads, now, settings, online, figures }: Deps) {
  const limits = () => thresholds(settings.current().expireDiff, settings.current().trafficDiff)
  const overview = createOverview(db)

  /** Default order: walks the table from its nearer end, without a scan. */
  async function plain(q: PagedQuery, all: number): Promise<SlimRow[]> {
    const offset = (q.page - 1) * q.pageSize
    const backwards = isBackwards(q)
    const size = Math.min(q.pageSize, all - offset)
    if (size <= 0) return []
    const fromEnd = offset > all / 2
    const rows = await db.read
      .selectFrom('clients')
      .select(slimColumns)
      .orderBy('id', backwards === fromEnd ? 'asc' : 'desc')
      .limit(size)
      .offset(fromEnd ? all - offset - size : offset)
      .execute()
    return fromEnd ? rows.reverse() : rows
  }

  /** A pure text search is answered from memory when the texts are loaded. */
  async function searched(q: PagedQuery): Promise<Found | null> {
    const needle = foldedNeedle(q.search)
    if (needle === '' || !isPlain({ ...q, search: undefined })) return null
    const backwards = isBackwards(q)
    return bulkReads.search(needle, { offset: (q.page - 1) * q.pageSize, size: q.pageSize, backwards })
  }

  async function inOrder(ids: readonly number[]): Promise<SlimRow[]> {
    const rows = await db.read
      .selectFrom('clients')
      .select(slimColumns)
      .where(sets.among('id', ids))
      .execute()
    const byId = new Map(rows.map((r) => [r.id, r]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  async function scanned(q: PagedQuery): Promise<{ rows: SlimRow[]; filtered: number }> {
    const found = await searched(q)
    if (found) return { rows: await inOrder(found.ids), filtered: found.count }
    const context = {
      engine: db.engine,
      now: now(),
      thresholds: limits(),
      online: online.emails(),
      ...figures,
    }
    const run = (query: PagedQuery) => {
      const { sql, parameters } = pageSql(query, context)
      return bulkReads.scan<{ id: number; n: number }>(sql, parameters)
    }
    const hits = await run(q)
    if (hits.length === 0) {
      // Past the last page, fetch one row to get the count.
      const [first] = q.page > 1 ? await run({ ...q, page: 1, pageSize: 1 }) : []
      return { rows: [], filtered: Number(first?.n ?? 0) }
    }
    return { rows: await inOrder(hits.map((h) => h.id)), filtered: Number(hits[0]?.n ?? 0) }
  }

  return async function page(q: PagedQuery): Promise<ClientPage> {
    const { total, groups, summary } = await overview(now(), limits())
    const { rows, filtered } = isPlain(q)
      ? { rows: await plain(q, total), filtered: total }
      : await scanned(q)
    const here = online.emails()
    return {
      items: (await find.complete(db.read, rows)).map(slim),
      total,
      filtered,
      page: q.page,
      pageSize: q.pageSize,
      summary: { ...summary, onlineCount: here.length, online: here.slice(0, mostNames) },
      groups,
    }
  }
}

function slim({ row, inboundIds, traffic }: Known<SlimRow>): ClientSlim {
  return {
    ...readFirst(row),
    slowed: row.slowed,
    ended: hasBeenEnded(row),
    ...readThen(row),
    inboundIds,
    closedInbounds: closedOf(row, inboundIds),
    traffic: trafficView(row, traffic, inboundIds),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** How many of its inbounds are closed for it; the cell may name some that it has lost since. */
export const closedOf = (
  { spent_inbounds }: Pick<ClientRow, 'spent_inbounds'>,
  inboundIds: readonly number[],
) => idsIn(spent_inbounds).filter((id) => inboundIds.includes(id)).length

type TrafficSource = Pick<
  ClientRow,
  'email' | 'enable' | 'uuid' | 'sub_id' | 'expiry_time' | 'total_gb' | 'reset' | 'reset_day' | 'reset_max'
>

/** A client without a traffic row (imported database) shows as unused. */
export const trafficView = (row: TrafficSource, traffic: Known['traffic'], inboundIds: readonly number[]) =>
  toTraffic(
    traffic ?? {
      id: 0,
      inbound_id: 0,
      enable: row.enable,
      email: row.email,
      up: 0,
      down: 0,
      expiry_time: row.expiry_time,
      total: row.total_gb,
      reset: row.reset,
      last_online: 0,
      reset_count: 0,
      last_sub_fetch: 0,
    },
    row,
    inboundIds[0] ?? 0,
  )
