import type { Settings } from '#contract/settings.ts'
import { oneLine, wellFormed } from './text.ts'

/** What one client used and may use; `total` 0 is without a limit, `expiryTime` is in milliseconds. */
export interface ClientUsage {
  up: number
  down: number
  total: number
  expiryTime: number
}

export interface Usage {
  upload: number
  download: number
  total: number
  /** In seconds; 0 where there is none, or where clients differ. */
  expire: number
}

/** One picture of several clients: without a limit as soon as one has none (facts/core.md 4.3). */
export function usageOf(clients: readonly ClientUsage[]): Usage {
  const sum = (of: (c: ClientUsage) => number): number => clients.reduce((all, c) => all + of(c), 0)
  const [first, ...others] = clients.map((c) => c.expiryTime)
  // A negative expiry has not begun to count: there is no date to show yet.
  const common = first !== undefined && first > 0 && others.every((one) => one === first) ? first : 0
  return {
    upload: sum((c) => c.up),
    download: sum((c) => c.down),
    total: clients.some((c) => c.total <= 0) ? 0 : sum((c) => c.total),
    expire: Math.floor(common / 1000),
  }
}

/** Printable ASCII: a line break would end the header, and what is not Latin ends the answer. */
const line = (text: string): string => oneLine(text).replace(/[^\u0020-\u007e]/gu, encodeURIComponent)

/** Apps decode this form of any text, in any script. */
export const encodedText = (text: string): string => {
  const bytes = new TextEncoder().encode(wellFormed(text))
  return `base64:${btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''))}`
}

export type HeaderSettings = Pick<
  Settings,
  | 'subUpdates'
  | 'subTitle'
  | 'subSupportUrl'
  | 'subProfileUrl'
  | 'subAnnounce'
  | 'subEnableRouting'
  | 'subRoutingRules'
  | 'subHideSettings'
>

/** Every header of a subscription, whatever its format; none can be broken out of by a setting. */
export function subscriptionHeaders(
  usage: Usage,
  s: HeaderSettings,
  pageUrl: string,
): Record<string, string> {
  const { upload, download, total, expire } = usage
  const optional = {
    'Profile-Title': s.subTitle && encodedText(s.subTitle),
    'Support-Url': line(s.subSupportUrl),
    'Profile-Web-Page-Url': line(s.subProfileUrl) || line(pageUrl),
    Announce: s.subAnnounce && encodedText(s.subAnnounce),
    Routing: line(s.subRoutingRules),
    'Hide-Settings': s.subHideSettings ? '1' : '',
  }
  return {
    'Subscription-Userinfo': `upload=${upload}; download=${download}; total=${total}; expire=${expire}`,
    'Profile-Update-Interval': String(s.subUpdates),
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== '')),
    'Routing-Enable': String(s.subEnableRouting),
  }
}

const fileCharacter = /[^A-Za-z0-9._ -]/g

/** RFC 6266: a plain name for old programs, the true one beside it. Path separators never reach a disk. */
export function contentDisposition(name: string): string {
  const clean = oneLine(name).replace(/[/\\]/g, '_') || 'subscription'
  const extended = encodeURIComponent(clean).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${clean.replace(fileCharacter, '_')}"; filename*=UTF-8''${extended}`
}
