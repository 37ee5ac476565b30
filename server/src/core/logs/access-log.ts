import type { LogLine } from '../process/log-line.ts'

/** One row of `xraylogs/:count`; the capital letters are the incumbent's. */
export interface AccessRow {
  DateTime: string
  FromAddress: string
  ToAddress: string
  Inbound: string
  Outbound: string
  Email: string
  /** 0 = direct, 1 = blocked, 2 = proxied. */
  Event: 0 | 1 | 2
}

export interface AccessFilter {
  filter: string
  showDirect: boolean
  showBlocked: boolean
  showProxy: boolean
  /** Tags of freedom and blackhole outbounds; all others are proxies. */
  directTags: ReadonlySet<string>
  blockedTags: ReadonlySet<string>
}

const accessText =
  /^(?:from )?(?:(?:tcp|udp):)?(\S+) accepted (\S+)(?: \[([^\]]*?)(?: (?:->|>>) ([^\]]*))?\])?(?:.*? email: (\S+))?/
const stamp = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d)/

/** The core writes local time without a zone. */
function instantOf(time: string): string {
  const [year = 0, month = 1, ...rest] = (stamp.exec(time) ?? []).slice(1).map(Number)
  const [day = 1, hour = 0, minute = 0, second = 0] = rest
  return new Date(year, month - 1, day, hour, minute, second).toISOString()
}

/** An access line as a row; undefined if it is not one, is rejected or is the panel's own call. */
export function accessRow(
  { kind, time, text }: LogLine,
  tags: Pick<AccessFilter, 'directTags' | 'blockedTags'>,
) {
  const [, from = '', to = '', inbound = '', outbound = '', email = ''] =
    (kind === 'access' && accessText.exec(text)) || []
  if (from === '' || inbound === 'api') return undefined
  const elsewhere = tags.blockedTags.has(outbound) ? 1 : 2
  const row: AccessRow = {
    DateTime: instantOf(time),
    FromAddress: from,
    ToAddress: to,
    Inbound: inbound,
    Outbound: outbound,
    Email: email,
    Event: tags.directTags.has(outbound) ? 0 : elsewhere,
  }
  return row
}

const shownBy = (row: AccessRow, { filter, showDirect, showBlocked, showProxy }: AccessFilter): boolean =>
  [showDirect, showBlocked, showProxy][row.Event] === true &&
  (filter === '' || Object.values(row).some((value) => String(value).includes(filter)))

/** The newest `count` rows, newest first; scans from the end and stops when it has enough. */
export function accessRows(lines: readonly LogLine[], count: number, filter: AccessFilter): AccessRow[] {
  const rows: AccessRow[] = []
  for (let i = lines.length - 1; i >= 0 && rows.length < count; i--) {
    const line = lines[i]
    const row = line && accessRow(line, filter)
    if (row && shownBy(row, filter)) rows.push(row)
  }
  return rows
}
