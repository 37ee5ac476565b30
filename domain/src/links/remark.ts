import type { Advertised } from './advertised.ts'
import { bytesText, dateText, daysLeft, timeLeft, timeLeftText } from './remark-words.ts'

export interface RemarkSettings {
  /** A separator, then letters of i (inbound), e (email) and o (other: the address's remark). */
  remarkModel: string
  /** With `{{VARIABLES}}`; blank: the model is used. */
  remarkTemplate: string
  /** Whether the email is part of the model. */
  subEmailInRemark: boolean
  /** Whether the remaining quota and time are appended to the model. */
  subShowInfo: boolean
  /** Time zone for dates in templates; blank or `Local`: UTC. */
  timeZone?: string
}

/** A client's usage and limits. */
export interface Usage {
  up: number
  down: number
  /** Bytes; 0: unlimited. */
  total: number
  /** As `expiryTime` of a client. */
  expiryTime: number
  /** Whether it is enabled. */
  enable: boolean
}

/** Input for a remark. */
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

/** The model, followed by what is left. */
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
