import { isIP } from 'node:net'
import { clientOf } from '#domain/core-config/user-names.ts'
import { unbracketed } from '#domain/net/address.ts'
import type { LogLine } from '../process/log-line.ts'

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
  return {
    DateTime: instantOf(time),
    FromAddress: from,
    ToAddress: to,
    Inbound: inbound,
    Outbound: outbound,
    Email: email,
    /** 0 = direct, 1 = blocked, 2 = proxied. */
    Event: tags.directTags.has(outbound) ? 0 : elsewhere,
  }
}

/** One row of `xraylogs/:count`; the capital letters are the incumbent's. */
export type AccessRow = NonNullable<ReturnType<typeof accessRow>>

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

const keptParts: Record<string, { v4: number; v6: number }> = {
  quarter: { v4: 1, v6: 1 },
  half: { v4: 2, v6: 2 },
  full: { v4: 0, v6: 0 },
}

const who = /^((?:from )?(?:(?:tcp|udp):)?)(\[[^\]\s]+\]|[^\s:]+|\S+)(:\d+)( (?:accepted|rejected) .*)$/s

const device = /( email: )([-+\d@]+\/\S+)$/

/** A device with a key of its own is a user of the core: the log names its client. */
export function withClientName(line: LogLine): LogLine {
  const text = line.text.replace(device, (_, before: string, user: string) => before + clientOf(user))
  return text === line.text ? line : { ...line, text }
}

/** Masks the client's address as configured; the core itself writes the full address, which the panel needs. */
export function maskedLine(line: LogLine, mask: string): LogLine {
  const kept = keptParts[mask]
  const [, before, host, port, after] = (kept && who.exec(line.text)) ?? []
  if (!kept || host === undefined) return line
  return { ...line, text: `${before}${maskedHost(host, kept)}${port}${after}` }
}

function maskedHost(host: string, kept: { v4: number; v6: number }): string {
  const plain = unbracketed(host)
  if (isIP(plain) === 4) {
    const parts = plain.split('.')
    return parts.map((part, i) => (i < kept.v4 ? part : '*')).join('.')
  }
  if (isIP(plain) !== 6) return host
  const groups = plain.split(':').slice(0, kept.v6)
  return `[${[...groups.filter((g) => g !== ''), '*'].join(':')}]`
}
