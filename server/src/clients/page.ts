import type { ClientPage, ClientSlim, ClientSummary, PagedQuery } from '#contract/client-bodies.ts'
import type { Settings } from '#contract/settings.ts'
import { thresholds } from '#domain/clients/status.ts'
import type { Db } from '../db/open.ts'
import { type ClientRow, toTraffic } from '../db/rows/client.ts'
import type { Sets } from '../db/sets.ts'
import type { Lists } from '../lists/lists.ts'
import type { Find, Known } from './find.ts'
import { ended, isPlain, near, pageSql } from './page-sql.ts'

interface Deps {
  db: Db
  sets: Sets
  find: Find
  lists: Lists
  now: () => number
  settings: () => Settings
  online: () => readonly string[]
}

/** Emails shown per group of the summary; the counts beside them are exact at any size. */
const mostNames = 200

export function createPage({ db, sets, find, lists, now, settings, online }: Deps) {
  const limits = () => thresholds(settings().expireDiff, settings().trafficDiff)

  async function total(): Promise<number> {
    const [row] = await db.rows<{ n: number }>('select count(*) as n from clients', [])
    return Number(row?.n ?? 0)
  }

  /** The default order needs no scan: the table is walked from its nearer end. */
  async function plain(q: PagedQuery, all: number): Promise<ClientRow[]> {
    const offset = (q.page - 1) * q.pageSize
    const backwards = q.order === 'descend' || q.order === 'desc'
    const size = Math.min(q.pageSize, all - offset)
    if (size <= 0) return []
    const fromEnd = offset > all / 2
    const rows = await db.read
      .selectFrom('clients')
      .selectAll()
      .orderBy('id', backwards === fromEnd ? 'asc' : 'desc')
      .limit(size)
      .offset(fromEnd ? all - offset - size : offset)
      .execute()
    return fromEnd ? rows.reverse() : rows
  }

  async function scanned(q: PagedQuery): Promise<{ rows: ClientRow[]; filtered: number }> {
    const context = { engine: db.engine, now: now(), thresholds: limits(), online: online() }
    const run = (query: PagedQuery) => {
      const { sql, parameters } = pageSql(query, context)
      return lists.scan<{ id: number; n: number }>(sql, parameters)
    }
    const hits = await run(q)
    if (hits.length === 0) {
      // Past the end the count is still owed.
      const [first] = q.page > 1 ? await run({ ...q, page: 1, pageSize: 1 }) : []
      return { rows: [], filtered: Number(first?.n ?? 0) }
    }
    const ids = hits.map((h) => h.id)
    const rows = await db.read.selectFrom('clients').selectAll().where(sets.among('id', ids)).execute()
    const byId = new Map(rows.map((r) => [r.id, r]))
    return { rows: ids.flatMap((id) => byId.get(id) ?? []), filtered: Number(hits[0]?.n ?? 0) }
  }

  /** Costs what it names: the indexes hold only clients that have ended, are near it, or are off. */
  async function summary(all: number): Promise<ClientSummary> {
    const { expireDiffMs, trafficDiffBytes } = limits()
    const t = String(Math.trunc(now()))
    const off = db.engine === 'sqlite' ? 't.enable = 0' : 't.enable = false'
    const on = db.engine === 'sqlite' ? 't.enable = 1' : 't.enable = true'
    // A traffic row may outlive its client (keepTraffic): only rows of clients count.
    const named = async (where: string) => {
      const from = `from client_traffics t join clients c on c.email = t.email where ${where}`
      const names = await db.rows<{ email: string }>(`select t.email as email ${from} limit ${mostNames}`, [])
      if (names.length < mostNames) return { count: names.length, names: names.map((r) => r.email) }
      const [row] = await db.rows<{ n: number }>(`select count(*) as n ${from}`, [])
      return { count: Number(row?.n ?? 0), names: names.map((r) => r.email) }
    }
    const done = ended(t)
    const depleted = await named(`(${done})`)
    const deactive = await named(`${off} and not (${done})`)
    const soon = near(t, String(expireDiffMs), String(trafficDiffBytes))
    const expiring =
      expireDiffMs > 0 || trafficDiffBytes > 0
        ? await named(`(${soon}) and ${on} and not (${done})`)
        : { count: 0, names: [] }
    const here = online()
    return {
      total: all,
      active: all - depleted.count - deactive.count - expiring.count,
      onlineCount: here.length,
      depletedCount: depleted.count,
      expiringCount: expiring.count,
      deactiveCount: deactive.count,
      online: here.slice(0, mostNames),
      depleted: depleted.names,
      expiring: expiring.names,
      deactive: deactive.names,
    }
  }

  async function groupNames(): Promise<string[]> {
    const rows = await db.rows<{ name: string }>(
      "select distinct group_name as name from clients where group_name <> '' union select name from client_groups order by name",
      [],
    )
    return rows.map((r) => r.name)
  }

  return async function page(q: PagedQuery): Promise<ClientPage> {
    const all = await total()
    const { rows, filtered } = isPlain(q) ? { rows: await plain(q, all), filtered: all } : await scanned(q)
    const items = (await find.complete(db.read, rows)).map(slim)
    return {
      items,
      total: all,
      filtered,
      page: q.page,
      pageSize: q.pageSize,
      summary: await summary(all),
      groups: await groupNames(),
    }
  }
}

function slim({ row, inboundIds, traffic }: Known): ClientSlim {
  return {
    email: row.email,
    subId: row.sub_id,
    enable: row.enable,
    totalGB: row.total_gb,
    expiryTime: row.expiry_time,
    limitIp: row.limit_ip,
    limitHwid: row.limit_hwid,
    reset: row.reset,
    resetDay: row.reset_day,
    resetMax: row.reset_max,
    comment: row.comment,
    group: row.group_name,
    inboundIds,
    traffic: trafficView(row, traffic, inboundIds),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** A client without a row of its own (a database that was moved in) shows as one that has used nothing. */
export const trafficView = (row: ClientRow, traffic: Known['traffic'], inboundIds: readonly number[]) =>
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
