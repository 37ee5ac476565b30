import { sql } from 'kysely'
import type { PagedQuery } from '#contract/client-bodies.ts'
import type { Thresholds } from '#domain/clients/status.ts'
import type { Tx } from '../store/open.ts'
import { foldedNeedle } from '../store/rows/client.ts'

export interface PageContext {
  engine: 'sqlite' | 'postgres'
  now: number
  thresholds: Thresholds
  online: readonly string[]
  /** The clients that moved the most bytes in the last reading, with those bytes. */
  rates: () => readonly (readonly [email: string, bytes: number])[]
  /** Unix seconds: where the first of the last seven days begins. */
  weekFrom: () => number
}

/**
 * SQL conditions for a client's status, over its traffic row. The partial indexes of migration 002 use the same text.
 */
export const spent = '(t.total > 0 and t.total - t.up - t.down <= 0)'
export const expired = (now: string) => `(t.expiry_time > 0 and t.expiry_time <= ${now})`
export const ended = (now: string) => `${spent} or ${expired(now)}`
/** With those that the panel ended for their group. */
export const over = (now: string) => `${ended(now)} or c.disabled_by_panel or c.slowed = 'ended'`
/** `hasRenewalLeft` of the domain; the first condition selects the index of renewing clients. */
const renews = '(c.reset > 0 or c.reset_day > 0)'
export const hasRenewalLeft = `(${renews} and (c.reset_max = 0 or t.reset_count < c.reset_max))`
/** The partial index of migration 047 uses the same text. */
const nearlySpent = 't.total > 0 and (t.total - t.up - t.down) * 10 <= t.total'
/** `bytes`: blank for a tenth of the quota. */
export const near = (now: string, ms: string, bytes: string) =>
  `(t.expiry_time > 0 and t.expiry_time <= ${now} + ${ms}) or (${bytes === '' ? nearlySpent : `t.total > 0 and t.total - t.up - t.down <= ${bytes}`})`

const sortKeys: Record<string, string> = {
  enable: 'case when c.enable then 1 else 0 end',
  email: 'c.email_key',
  // The engines sort null differently.
  inboundIds: 'coalesce((select min(ci.inbound_id) from client_inbounds ci where ci.client_id = c.id), 0)',
  traffic: 't.up + t.down',
  // Unlimited sorts above any number.
  remaining: 'case when t.total > 0 then t.total - t.up - t.down else 9007199254740991 end',
  expiryTime: 'case when c.expiry_time = 0 then 9007199254740991 else c.expiry_time end',
  group: 'c.group_name',
  comment: 'c.comment',
  node: 'coalesce((select min(coalesce(i.node_id, 0)) from client_inbounds ci join inbounds i on i.id = ci.inbound_id where ci.client_id = c.id), -1)',
  lastOnline: 't.last_online',
  limitIp: 'c.limit_ip',
  speed: 'c.speed_down',
  createdAt: 'c.created_at',
  devices: 'coalesce((select count(*) from client_devices d where d.client_id = c.id and not d.blocked), 0)',
  week: 'coalesce(w.bytes, 0)',
  rate: 'coalesce(r.bytes, 0)',
}

const texts = new Set([sortKeys.group, sortKeys.comment])

type Bind = (value: unknown) => string

/** Figures that are no column of a client are joined once, never looked up for each client. */
const sortJoins: Record<string, (context: PageContext, p: Bind) => string> = {
  week: ({ weekFrom }, p) =>
    ` left join (select n.name, h.bytes from (select ref, sum(bytes) as bytes from (
        select ref, up + down as bytes from history_days where at >= ${p(weekFrom())}
        union all select ref, up + down from history_fine where at >= (select until from history_folded)
      ) d group by ref) h join history_names n on n.id = h.ref and n.kind = 0) w on w.name = c.email`,
  rate: ({ engine, rates }, p) => {
    const json = JSON.stringify(Object.fromEntries(rates()))
    const rows =
      engine === 'sqlite'
        ? `select key as email, value as bytes from json_each(${p(json)})`
        : `select key as email, value::bigint as bytes from jsonb_each_text(${p(json)}::jsonb)`
    return ` left join (${rows}) r on r.email = c.email`
  },
}

export const isBackwards = (q: PagedQuery): boolean => q.order === 'descend' || q.order === 'desc'

/** True when the page is in default order without filters, which needs no scan. */
export const isPlain = (q: PagedQuery): boolean =>
  Object.entries(q).every(
    ([key, value]) =>
      key === 'page' || key === 'pageSize' || key === 'order' || value === undefined || value === '',
  )

const idsIn = (text = ''): number[] =>
  text.split(',').flatMap((part) => {
    const id = part.trim() === '' ? Number.NaN : Number(part)
    return Number.isSafeInteger(id) && id >= 0 ? [id] : []
  })

/** One pass: matching ids with their sort key, counted and paged inside the database. */
export function pageSql(q: PagedQuery, context: PageContext): { sql: string; parameters: unknown[] } {
  const { engine, now, thresholds, online } = context
  const parameters: unknown[] = []
  const p = (value: unknown): string => {
    parameters.push(value)
    return engine === 'postgres' && typeof value === 'number'
      ? `$${parameters.length}::bigint`
      : `$${parameters.length}`
  }
  const contains = (column: string, text: string) =>
    engine === 'sqlite' ? `instr(${column}, ${p(text)}) > 0` : `strpos(${column}, ${p(text)}) > 0`
  const anyOf = (column: string, values: readonly (string | number)[]) => {
    if (engine === 'sqlite') return `${column} in (select value from json_each(${p(JSON.stringify(values))}))`
    const cast = typeof values[0] === 'number' ? '::bigint' : ''
    return `${column} in (select v${cast} from jsonb_array_elements_text(${p(JSON.stringify(values))}::jsonb) as x(v))`
  }
  const where: string[] = []
  const soon = () => {
    const { expireDiffMs, trafficDiffBytes } = thresholds
    return near(p(now), p(expireDiffMs), trafficDiffBytes > 0 ? p(trafficDiffBytes) : '')
  }
  const search = foldedNeedle(q.search)
  if (search) where.push(contains('c.search_text', search))
  const statuses: Record<string, () => string> = {
    online: () => anyOf('c.email', online),
    depleted: () => over(p(now)),
    expired: () => expired(p(now)),
    spent: () => `${spent} or ((c.disabled_by_panel or c.slowed = 'ended') and not ${expired(p(now))})`,
    deactive: () => `not c.enable and not (${over(p(now))})`,
    active: () => `c.enable and not (${over(p(now))}) and not (${soon()})`,
    expiring: () => `c.enable and not (${over(p(now))}) and (${soon()})`,
  }
  const status = q.filter === undefined ? undefined : statuses[q.filter]
  if (status) where.push(`(${status()})`)
  const inbounds = idsIn(q.inbound).filter((id) => id > 0)
  if (inbounds.length > 0)
    where.push(
      `exists (select 1 from client_inbounds ci where ci.client_id = c.id and ${anyOf('ci.inbound_id', inbounds)})`,
    )
  // The ids of the inbounds first: they are few, and each client's attachments are looked up in them.
  const nodes = idsIn(q.node)
  if (nodes.length > 0)
    where.push(
      `c.id in (select ci.client_id from client_inbounds ci join inbounds i on i.id = ci.inbound_id where ${anyOf('coalesce(i.node_id, 0)', nodes)})`,
    )
  if (q.protocol)
    where.push(
      `exists (select 1 from client_inbounds ci join inbounds i on i.id = ci.inbound_id where ci.client_id = c.id and i.protocol = ${p(q.protocol)})`,
    )
  if (q.expiryFrom !== undefined) where.push(`c.expiry_time >= ${p(q.expiryFrom)}`)
  if (q.expiryTo !== undefined) where.push(`c.expiry_time > 0 and c.expiry_time <= ${p(q.expiryTo)}`)
  if (q.usageFrom !== undefined) where.push(`t.up + t.down >= ${p(q.usageFrom)}`)
  if (q.usageTo !== undefined) where.push(`t.up + t.down <= ${p(q.usageTo)}`)
  const share = (percent: number) => `${p(percent)} * t.total`
  if (q.usedPercentFrom !== undefined)
    where.push(`t.total > 0 and (t.up + t.down) * 100 >= ${share(q.usedPercentFrom)}`)
  if (q.usedPercentTo !== undefined)
    where.push(`t.total > 0 and (t.up + t.down) * 100 <= ${share(q.usedPercentTo)}`)
  if (q.leftFrom !== undefined) where.push(`t.total > 0 and t.total - t.up - t.down >= ${p(q.leftFrom)}`)
  if (q.leftTo !== undefined) where.push(`t.total > 0 and t.total - t.up - t.down <= ${p(q.leftTo)}`)
  if (q.autoRenew !== undefined) where.push(q.autoRenew ? renews : `not ${renews}`)
  if (q.hasTgId !== undefined) where.push(q.hasTgId ? 'c.tg_id <> 0' : 'c.tg_id = 0')
  if (q.hasComment !== undefined) where.push(q.hasComment ? "c.comment <> ''" : "c.comment = ''")
  if (q.group) where.push(anyOf('c.group_name', q.group.split(',')))
  if (q.plan) {
    const named = anyOf('name_key', [q.plan.toLowerCase()])
    where.push(`c.plan_id in (select id from plans where ${named})`)
  }
  const column = (q.sort !== undefined && sortKeys[q.sort]) || 'c.id'
  // By code points, as SQLite orders texts.
  const key = engine === 'postgres' && texts.has(column) ? `${column} collate "C"` : column
  const needsTraffic = /\bt\./.test(where.join(' ') + key)
  const from = `clients c${needsTraffic ? ' join client_traffics t on t.email = c.email' : ''}${sortJoins[q.sort ?? '']?.(context, p) ?? ''}`
  const direction = isBackwards(q) ? 'desc' : 'asc'
  const matching = `select c.id as id, ${key} as k from ${from}${where.length > 0 ? ` where ${where.join(' and ')}` : ''}`
  const limit = `limit ${p(q.pageSize)} offset ${p((q.page - 1) * q.pageSize)}`
  return {
    sql: `with m as materialized (${matching}) select id, (select count(*) from m) as n from m order by k ${direction}, id ${limit}`,
    parameters,
  }
}

type Pick = (tx: Tx) => Promise<string[]>

const emails = async (tx: Tx, text: string): Promise<string[]> =>
  (await sql.raw<{ email: string }>(text).execute(tx)).rows.map((r) => r.email)

/** Depleted or expired, with no renewal left: `isDeletable` of the domain. */
export const isDeletableSql =
  (now: number): Pick =>
  (tx) =>
    emails(
      tx,
      `select c.email as email from client_traffics t join clients c on c.email = t.email where not ${hasRenewalLeft} and (${ended(String(Math.trunc(now)))})`,
    )

export const orphansSql: Pick = (tx) =>
  emails(
    tx,
    'select c.email as email from clients c where not exists (select 1 from client_inbounds ci where ci.client_id = c.id)',
  )
