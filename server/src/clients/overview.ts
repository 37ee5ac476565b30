import type { ClientSummary } from '#contract/client-bodies.ts'
import type { Thresholds } from '#domain/clients/status.ts'
import type { Db } from '../store/open.ts'
import { ended, expired, near, spent } from './page-sql.ts'

/** At most this many emails are listed per group of the summary; the counts are always exact. */
export const mostNames = 200

interface Named {
  count: number
  names: string[]
}

const joined = (parts: readonly Named[]): Named => ({
  count: parts.reduce((sum, { count }) => sum + count, 0),
  names: parts.flatMap(({ names }) => names).slice(0, mostNames),
})

/** The summary over all clients, cached until a commit or the passing of time may have changed it. */
export function createOverview(db: Db) {
  let known:
    | { version: string; until: number; limits: string; overview: Awaited<ReturnType<typeof take>> }
    | undefined

  const numberOf = async (sql: string, none = 0): Promise<number> => {
    const [row] = await db.rows<{ n: number | null }>(sql, [])
    return Number(row?.n ?? none)
  }

  /** A traffic row may outlive its client (keepTraffic): only rows with a client count. */
  const clientsThat = 'from client_traffics t join clients c on c.email = t.email where'
  const counted = (where: string) => numberOf(`select count(*) as n ${clientsThat} ${where}`)

  async function named(where: string): Promise<Named> {
    const sql = `select t.email as email ${clientsThat} ${where} limit ${mostNames}`
    const names = (await db.rows<{ email: string }>(sql, [])).map((r) => r.email)
    return { count: names.length < mostNames ? names.length : await counted(where), names }
  }

  /** When the next client expires, or enters the "expiring soon" window. */
  async function changesAt(now: number, { expireDiffMs }: Thresholds): Promise<number> {
    const next = (after: number) =>
      numberOf(
        `select min(expiry_time) as n from client_traffics where expiry_time > 0 and expiry_time > ${after}`,
        Number.POSITIVE_INFINITY,
      )
    return Math.min(await next(now), (await next(now + expireDiffMs)) - expireDiffMs)
  }

  async function take(now: number, { expireDiffMs, trafficDiffBytes }: Thresholds) {
    const is = (value: boolean) => (db.engine === 'sqlite' ? Number(value) : value)
    const total = await numberOf('select count(*) as n from clients')
    const done = ended(String(now))
    const soon = near(String(now), String(expireDiffMs), trafficDiffBytes > 0 ? String(trafficDiffBytes) : '')
    // Each through an index of its own: those at their own end, and those that the panel ended for their group.
    const own = await named(`(${done})`)
    const cut = await named(`t.enable = ${is(false)} and c.disabled_by_panel and not (${done})`)
    const slow = await named(`t.slowed = 'ended' and not c.disabled_by_panel and not (${done})`)
    const depleted = joined([own, cut, slow])
    const past = await counted(expired(String(now)))
    const empty = (await counted(spent)) + cut.count + slow.count
    const deactive = await named(
      `t.enable = ${is(false)} and not c.disabled_by_panel and t.slowed <> 'ended' and not (${done})`,
    )
    const expiring = await named(
      `(${soon}) and t.enable = ${is(true)} and t.slowed <> 'ended' and not (${done})`,
    )
    const groups = await db.rows<{ name: string }>(
      "select distinct group_name as name from clients where group_name <> '' union select name from client_groups order by name",
      [],
    )
    return {
      total,
      groups: groups.map((r) => r.name),
      summary: {
        total,
        active: total - depleted.count - deactive.count - expiring.count,
        depletedCount: depleted.count,
        expiredCount: past,
        spentCount: empty,
        expiringCount: expiring.count,
        deactiveCount: deactive.count,
        depleted: depleted.names,
        expiring: expiring.names,
        deactive: deactive.names,
      } satisfies Omit<ClientSummary, 'online' | 'onlineCount'>,
    }
  }

  return async function overview(time: number, thresholds: Thresholds) {
    const now = Math.trunc(time)
    const version = await db.version() // read first: a commit that follows makes the next page recompute
    const limits = `${thresholds.expireDiffMs} ${thresholds.trafficDiffBytes}`
    if (known && known.version === version && known.limits === limits && now < known.until)
      return known.overview
    const overview = await take(now, thresholds)
    known = { version, limits, until: await changesAt(now, thresholds), overview }
    return overview
  }
}
