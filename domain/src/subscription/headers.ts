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
const line = (text: string): string =>
  /^[!-~]*$/.test(text) ? text : oneLine(text).replace(/[^\u0020-\u007e]/gu, encodeURIComponent)

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

/** Name and value by turns, as Node writes them with the least ado. */
export type HeaderList = readonly string[]

/**
 * Every header of a subscription, whatever its format; none can be broken out of by a setting. What the settings say is
 * worked out once: each answer adds its client's usage and the address of its page.
 */
export function createHeaders(s: HeaderSettings): (usage: Usage, pageUrl: string) => string[] {
  const optional = {
    'Profile-Title': s.subTitle && encodedText(s.subTitle),
    'Support-Url': line(s.subSupportUrl),
    Announce: s.subAnnounce && encodedText(s.subAnnounce),
    Routing: line(s.subRoutingRules),
    'Hide-Settings': s.subHideSettings ? '1' : '',
  }
  const settled: HeaderList = [
    ...['Profile-Update-Interval', String(s.subUpdates)],
    ...Object.entries(optional).flatMap((header) => (header[1] === '' ? [] : header)),
    ...['Routing-Enable', String(s.subEnableRouting)],
  ]
  const ownPage = line(s.subProfileUrl)
  return ({ upload, download, total, expire }, pageUrl) => {
    const page = ownPage || line(pageUrl)
    const usage = `upload=${upload}; download=${download}; total=${total}; expire=${expire}`
    const headers = ['Subscription-Userinfo', usage, ...settled]
    if (page !== '') headers.push('Profile-Web-Page-Url', page)
    return headers
  }
}

const fileCharacter = /[^A-Za-z0-9._ -]/g

/** RFC 6266: a plain name for old programs, the true one beside it. Path separators never reach a disk. */
export function contentDisposition(name: string): string {
  if (/^[\w.-]+$/.test(name)) return `attachment; filename="${name}"; filename*=UTF-8''${name}`
  const clean = oneLine(name).replace(/[/\\]/g, '_') || 'subscription'
  const extended = encodeURIComponent(clean).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${clean.replace(fileCharacter, '_')}"; filename*=UTF-8''${extended}`
}
