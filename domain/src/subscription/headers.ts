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
  /** In seconds; 0 where there is none. */
  expire: number
}

/** The earliest end of several clients. A negative one has not begun to count: it is told where there is no date. */
export function earliestEnd(ends: readonly number[]): number {
  const dates = ends.filter((end) => end > 0)
  if (dates.length > 0) return Math.min(...dates)
  const delays = ends.filter((end) => end < 0)
  return delays.length > 0 ? Math.max(...delays) : 0
}

/** Usage and quota summed, without a limit as soon as one has none, and the earliest end. */
export function sumOf(clients: readonly ClientUsage[]): ClientUsage {
  const sum = (of: (c: ClientUsage) => number): number => clients.reduce((all, c) => all + of(c), 0)
  return {
    up: sum((c) => c.up),
    down: sum((c) => c.down),
    total: clients.some((c) => c.total <= 0) ? 0 : sum((c) => c.total),
    expiryTime: earliestEnd(clients.map((c) => c.expiryTime)),
  }
}

/** One picture of the clients with one id, as the header tells it. */
export function usageOf(clients: readonly ClientUsage[]): Usage {
  const { up, down, total, expiryTime } = sumOf(clients)
  return { upload: up, download: down, total, expire: Math.floor(Math.max(0, expiryTime) / 1000) }
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
