import type { AddClient, ClientSlim } from '#contract/client-bodies.ts'
import type { InboundOption } from '#contract/inbound.ts'
import { usedOf } from './client-view.ts'
import { inboundName } from './inbound-name.ts'

const GB = 1024 ** 3
const DAY = 86_400_000
const rounded = (bytes: number) => Number((bytes / GB).toFixed(3))

/** Blank: never; `30d`: from first use; else a time. */
const expiryText = (ms: number) => (ms === 0 ? '' : ms < 0 ? `${-ms / DAY}d` : new Date(ms).toISOString())

/** The columns of a list, in their order. */
const columns = {
  email: ({ email }) => email,
  enabled: ({ enable }) => (enable ? 'yes' : 'no'),
  quota_gb: ({ totalGB }) => rounded(totalGB),
  used_gb: (client) => rounded(usedOf(client)),
  expires: ({ expiryTime }) => expiryText(expiryTime),
  ip_limit: ({ limitIp }) => limitIp,
  group: ({ group }) => group,
  comment: ({ comment }) => comment,
  inbounds: ({ inboundIds }, names) => inboundIds.map((id) => names.get(id) ?? id).join('; '),
} satisfies Record<string, (client: ClientSlim, names: ReadonlyMap<number, string>) => string | number>

export function csvOf(clients: readonly ClientSlim[], inbounds: readonly InboundOption[]): string {
  const names = new Map(inbounds.map((inbound) => [inbound.id, inboundName(inbound)]))
  const rows = clients.map((client) => Object.values(columns).map((cell) => cell(client, names)))
  return writeCsv([Object.keys(columns), ...rows])
}

export interface Reading {
  clients: AddClient[]
  /** Lines that cannot be parsed, from 1, with the column at fault. */
  faults: { line: number; column: string }[]
}

function expiryOf(text: string): number | undefined {
  if (text === '') return 0
  const [, days] = /^(\d+)\s*d$/i.exec(text) ?? []
  if (days !== undefined) return -Number(days) * DAY
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? undefined : moment
}

const numberOf = (text: string) => (text === '' ? 0 : /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined)

/**
 * Parses a list with or without a header; without one the first column is the name. Rows without inbounds get
 * the chosen ones.
 */
export function readClients(
  text: string,
  inbounds: readonly InboundOption[],
  fallback: readonly number[],
): Reading {
  const rows = readCsv(text)
  const heads = rows[0]?.map((head) => head.toLowerCase()) ?? []
  const headed = heads.includes('email')
  const order: readonly string[] = headed ? heads : ['email']
  const reading: Reading = { clients: [], faults: [] }
  for (const [i, row] of rows.entries()) {
    if (headed && i === 0) continue
    const cell = (name: keyof typeof columns) => row[order.indexOf(name)] ?? ''
    const known = idsOf(cell('inbounds'), inbounds)
    const values = {
      email: cell('email') || undefined,
      quota_gb: numberOf(cell('quota_gb')),
      expires: expiryOf(cell('expires')),
      ip_limit: numberOf(cell('ip_limit')),
      inbounds: known,
    }
    const wrong = Object.entries(values).find(([, value]) => value === undefined)?.[0]
    if (wrong) {
      reading.faults.push({ line: i + 1, column: wrong })
      continue
    }
    reading.clients.push({
      client: {
        email: cell('email'),
        enable: !/^(no|false|0)$/i.test(cell('enabled')),
        totalGB: Math.round((values.quota_gb ?? 0) * GB),
        expiryTime: values.expires ?? 0,
        limitIp: values.ip_limit ?? 0,
        group: cell('group'),
        comment: cell('comment'),
      },
      inboundIds: known && known.length > 0 ? known : [...fallback],
    })
  }
  return reading
}

/** By name or number; undefined if one of them is unknown. */
function idsOf(text: string, inbounds: readonly InboundOption[]): number[] | undefined {
  const parts = text
    .split(/[;|]/)
    .map((part) => part.trim())
    .filter(Boolean)
  const ids = parts.map(
    (part) => inbounds.find((inbound) => inboundName(inbound) === part || String(inbound.id) === part)?.id,
  )
  return ids.every((id) => id !== undefined) ? ids : undefined
}

/** A cell that a spreadsheet would run as a formula gets a leading quote, as spreadsheets do themselves. */
const harmless = (text: string) =>
  /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => row.map((cell) => quoted(harmless(String(cell)))).join(',')).join('\r\n')

/** Comma, semicolon or tab, whichever is most frequent in the first line: spreadsheets write all three. */
function dividerOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1)
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/** RFC 4180 with any of three separators; empty lines are skipped. */
export function readCsv(given: string): string[][] {
  const text = given.replace(/^\uFEFF/, '')
  const divider = dividerOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let inside = false
  const endCell = () => {
    row.push(cell.trim().replace(/^'(?=[=+\-@])/, ''))
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some((value) => value !== '')) rows.push(row)
    row = []
  }
  for (let i = 0; i < text.length; i += 1) {
    const sign = text[i]!
    if (inside) {
      if (sign !== '"') cell += sign
      else if (text[i + 1] === '"') {
        cell += '"'
        i += 1
      } else inside = false
    } else if (sign === '"' && cell.trim() === '') {
      cell = ''
      inside = true
    } else if (sign === divider) endCell()
    else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  endRow()
  return rows
}
