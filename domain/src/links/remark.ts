import type { Settings } from '#contract/settings.ts'
import type { ClientTraffic } from '#contract/traffic.ts'
import type { Advertised } from './advertised.ts'

/**
 * The model is a separator, then letters of i (inbound), e (email) and o (other: the address's remark); `subShowInfo`
 * appends the remaining quota and time. A template has `{{VARIABLES}}`; a blank one means that the model is used.
 */
export type RemarkSettings = Pick<
  Settings,
  'remarkModel' | 'remarkTemplate' | 'subEmailInRemark' | 'subShowInfo'
> & {
  /** For dates in templates; blank or `Local`: UTC. */
  timeZone?: string
}

export type Usage = Pick<ClientTraffic, 'up' | 'down' | 'total' | 'expiryTime' | 'enable'>

interface Named {
  inboundRemark: string
  addressRemark: string
  entry: Omit<Advertised, 'remark'>
}

/** Remarks are shown in lists: no line breaks, no lone surrogates, limited length. */
const oneLine = (text: string): string =>
  (/^[ -~]*$/.test(text) ? text : text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')).trim()

function modelName(named: Named, s: RemarkSettings, separator: string): string {
  const [, ...order] = s.remarkModel || '-ieo'
  const parts: Readonly<Record<string, string>> = {
    i: named.inboundRemark,
    e: s.subEmailInRemark ? named.entry.email : '',
    o: named.addressRemark,
  }
  return order
    .map((letter) => (Object.hasOwn(parts, letter) ? parts[letter]!.trim() : ''))
    .filter((part) => part !== '')
    .join(separator)
}

function byModel(named: Named, s: RemarkSettings, usage: Usage, now: number): string {
  const separator = [...(s.remarkModel || '-ieo')][0] ?? '-'
  const name = modelName(named, s, separator)
  if (!s.subShowInfo) return name
  if (!usage.enable) return ['⛔️N/A', name].filter((part) => part !== '').join(separator)
  const left = usage.total - usage.up - usage.down
  const time = timeLeftText(usage.expiryTime, now)
  return [name, left > 0 ? `${bytesText(left)}📊` : '', time && `${time}⏳`]
    .filter((part) => part !== '')
    .join(separator)
}

/** The remark of one entry before it is made unique; never blank. */
export function remarkOf(named: Named, s: RemarkSettings, usage: Usage, now: number): string {
  const text = s.remarkTemplate ? filledTemplate(named, s, usage, now) : byModel(named, s, usage, now)
  const { access, host, port } = named.entry
  return oneLine(text) || `${access.protocol}-${host}-${port}`
}

/** Apps identify entries by name, so duplicates are renamed. */
export function withUniqueRemarks(entries: readonly Advertised[]): Advertised[] {
  const taken = new Set<string>()
  return entries.map((entry) => {
    let remark = entry.remark
    for (let n = 2; taken.has(remark); n++) remark = `${entry.remark}-${n}`
    taken.add(remark)
    return remark === entry.remark ? entry : { ...entry, remark }
  })
}

interface Facts {
  named: Named
  usage: Usage
  timeZone: string
  now: number
}

const used = ({ usage }: Facts): number => usage.up + usage.down
const isOver = (f: Facts): boolean =>
  (f.usage.total > 0 && used(f) >= f.usage.total) || timeLeft(f.usage.expiryTime, f.now) === 0

/** An expiry with a date: a delayed start has none yet. */
const expiryDate = (f: Facts, calendar: 'gregory' | 'persian'): string | undefined =>
  f.usage.expiryTime > 0 ? dateText(f.usage.expiryTime, calendar, f.timeZone) : undefined

/** undefined: there is no limit. */
const variables: Readonly<Record<string, (f: Facts) => string | undefined>> = {
  EMAIL: (f) => f.named.entry.email,
  INBOUND: (f) => f.named.inboundRemark,
  HOST: (f) => f.named.addressRemark || f.named.entry.host,
  PROTOCOL: (f) => f.named.entry.access.protocol,
  TRANSPORT: (f) => f.named.entry.transport.network,
  SECURITY: (f) => f.named.entry.security.kind,
  STATUS_EMOJI: (f) => (isOver(f) ? '⏳' : f.usage.enable ? '✅' : '⛔️'),
  TRAFFIC_USED: (f) => bytesText(used(f)),
  TRAFFIC_LEFT: (f) => (f.usage.total > 0 ? bytesText(Math.max(0, f.usage.total - used(f))) : undefined),
  TRAFFIC_TOTAL: (f) => (f.usage.total > 0 ? bytesText(f.usage.total) : undefined),
  USAGE_PERCENTAGE: (f) =>
    f.usage.total > 0 ? `${Math.min(100, Math.round((used(f) / f.usage.total) * 100))}％` : undefined,
  DAYS_LEFT: (f) => daysLeft(f.usage.expiryTime, f.now)?.toString(),
  TIME_LEFT: (f) =>
    timeLeft(f.usage.expiryTime, f.now) === undefined
      ? undefined
      : timeLeftText(f.usage.expiryTime, f.now) || '0M',
  EXPIRE_DATE: (f) => expiryDate(f, 'gregory'),
  JALALI_EXPIRE_DATE: (f) => expiryDate(f, 'persian'),
}

/** One part between bars; undefined if it mentions a limit that the client does not have. */
function segment(text: string, facts: Facts): string | undefined {
  let limitless = false
  const out = text.replace(/\{\{\s*([A-Z_]+)\s*\}\}/g, (whole, name: string) => {
    if (!Object.hasOwn(variables, name)) return whole
    const value = variables[name]!(facts)
    if (value === undefined) limitless = true
    return value ?? ''
  })
  return limitless ? undefined : out
}

/** Fills in a template's variables. Parts between `|` that mention a missing limit are dropped. */
function filledTemplate(named: Named, s: RemarkSettings, usage: Usage, now: number): string {
  const facts = { named, usage, timeZone: s.timeZone ?? '', now }
  return s.remarkTemplate
    .split('|')
    .flatMap((part) => segment(part, facts) ?? [])
    .join('|')
}

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** `1.50GB`: two digits, base 1024. */
export function bytesText(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit++
  }
  return `${value.toFixed(2)}${units[unit]}`
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Milliseconds until expiry; a delayed start has its full time. Undefined: never. */
export function timeLeft(expiryTime: number, now: number): number | undefined {
  if (expiryTime === 0) return undefined
  return expiryTime < 0 ? -expiryTime : Math.max(0, expiryTime - now)
}

/** `3D,4H`, `3D`, `4H` or `5M`; blank for never and for expired. */
export function timeLeftText(expiryTime: number, now: number): string {
  const left = timeLeft(expiryTime, now) ?? 0
  const days = Math.floor(left / day)
  const hours = Math.floor((left % day) / hour)
  if (days > 0) return hours > 0 ? `${days}D,${hours}H` : `${days}D`
  if (hours > 0) return `${hours}H`
  const minutes = Math.floor(left / minute)
  return minutes > 0 ? `${minutes}M` : ''
}

export const daysLeft = (expiryTime: number, now: number): number | undefined => {
  const left = timeLeft(expiryTime, now)
  return left === undefined ? undefined : Math.ceil(left / day)
}

/** `2026-11-15`, or the same day in the Persian calendar. */
export function dateText(time: number, calendar: 'gregory' | 'persian', timeZone: string): string {
  const parts = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
    timeZone: timeZone === '' || timeZone === 'Local' ? 'UTC' : timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(time)
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}
