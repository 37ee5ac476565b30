import { emailKey } from '#domain/clients/field-rules.ts'
import { type ExternalRow, externalRow } from '#domain/links/external.ts'
import { isLogged, parseIps } from '#domain/traffic/ip-log.ts'
import { asCount, asFlag, asMoment, asText, asWhole } from '#domain/untyped.ts'
import type { SourceRow, SourceTables } from '../source-tables.ts'
import { rowsOf } from '../source-tables.ts'

/** The counters of a client. */
export type Counters = ReturnType<typeof countersOf>

/** Rows by email. A row in another letter case is found too, if no other client has it. */
class ByEmail<T> {
  readonly #rows = new Map<string, T>()
  /** The email as the row has it, by its folded form; null where several rows have it. */
  readonly #written = new Map<string, string | null>()
  readonly #given = new Set<string>()

  constructor(rows: readonly SourceRow[], column: string, read: (row: SourceRow) => T) {
    for (const row of rows) {
      const email = asText(row[column])
      if (email === '' || this.#rows.has(email)) continue
      this.#rows.set(email, read(row))
      const key = emailKey(email)
      this.#written.set(key, this.#written.has(key) ? null : email)
    }
  }

  /** `emails`: those of all clients. A row is given to one client. */
  take(email: string, emails: ReadonlySet<string>): T | undefined {
    const other = this.#written.get(emailKey(email)) ?? ''
    const name = this.#rows.has(email) || emails.has(other) ? email : other
    if (this.#given.has(name)) return undefined
    this.#given.add(name)
    return this.#rows.get(name)
  }
}

const most = Number.MAX_SAFE_INTEGER

function countersOf(row: SourceRow) {
  const up = asCount(row.up)
  const down = asCount(row.down)
  return {
    up,
    down: Math.min(down, most - up), // their sum is compared with quotas
    lastOnline: asMoment(row.last_online),
    /** false: disabled by the limits, or together with the client. */
    enable: asFlag(row.enable, true),
    expiryTime: asWhole(row.expiry_time) ?? 0,
    /** The source counted more than can be kept exactly. */
    isCapped: up === most || up + down > most,
  }
}

const mostAddresses = 200

function addressesOf(row: SourceRow): string {
  const ips = parseIps(asText(row.ips))
    .filter(({ ip, timestamp }) => isLogged(ip) && ip.length < 64 && Number.isSafeInteger(timestamp))
    .slice(0, mostAddresses)
  return ips.length === 0 ? '' : JSON.stringify(ips.map(({ ip, timestamp }) => ({ ip, timestamp })))
}

/** Later releases can switch a link off, or end it. */
function linkOf(row: SourceRow): ExternalRow | undefined {
  const link = externalRow(asText(row.kind), asText(row.value), asText(row.remark))
  const expiryTime = asCount(row.expiry_time)
  const isOff = row.enable !== undefined && row.enable !== null && !asFlag(row.enable, true)
  return link && { ...link, ...(isOff && { enable: false }), ...(expiryTime > 0 && { expiryTime }) }
}

/** Other servers and lists of them by the client's row number, in their order; `others`: rows that are neither. */
function linksOf(tables: SourceTables): { links: Map<number, ExternalRow[]>; others: number } {
  const links = new Map<number, ExternalRow[]>()
  let others = 0
  const rows = rowsOf(tables, 'client_external_links').toSorted(
    (a, b) => asCount(a.sort_index) - asCount(b.sort_index) || asCount(a.id) - asCount(b.id),
  )
  for (const row of rows) {
    const id = asWhole(row.client_id) ?? -1
    const link = linkOf(row)
    if (link === undefined) others++
    else links.set(id, [...(links.get(id) ?? []), link])
  }
  return { links, others }
}

export function readUsage(tables: SourceTables) {
  const { links, others } = linksOf(tables)
  return {
    counters: new ByEmail(rowsOf(tables, 'client_traffics'), 'email', countersOf),
    addresses: new ByEmail(rowsOf(tables, 'inbound_client_ips'), 'client_email', addressesOf),
    links,
    /** How many rows of external links do not come. */
    otherLinks: others,
  }
}

export type Usage = ReturnType<typeof readUsage>
