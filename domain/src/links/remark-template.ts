import type { Named, RemarkSettings, Usage } from './remark.ts'
import { bytesText, dateText, daysLeft, timeLeft, timeLeftText } from './remark-words.ts'

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
export function filledTemplate(named: Named, s: RemarkSettings, usage: Usage, now: number): string {
  const facts = { named, usage, timeZone: s.timeZone ?? '', now }
  return s.remarkTemplate
    .split('|')
    .flatMap((part) => segment(part, facts) ?? [])
    .join('|')
}
