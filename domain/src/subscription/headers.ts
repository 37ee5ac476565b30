import type { Settings } from '#contract/settings.ts'
import type { ClientTraffic } from '#contract/traffic.ts'
import { activeHeader } from '../devices/verdict.ts'
import { directions, earliestEnd } from '../limits/service.ts'
import { encodedText, oneLine } from './text.ts'
import { type AddressSettings, hostOf, otherAddresses } from './urls.ts'

/** One client's usage and limits; `total` 0 is unlimited, `expiryTime` is in milliseconds. */
export interface ClientUsage extends Pick<ClientTraffic, 'up' | 'down' | 'total' | 'expiryTime'> {
  /** What counts against `total`, if not only its own bytes: see `serviceOf`. */
  used?: number
  /** The group whose quota `total` is. */
  sharedBy?: string
}

export type Usage = ReturnType<typeof usageOf>

/**
 * Summed usage and quota (unlimited if one client is), and the earliest expiry. Clients of one group have one quota
 * together: it counts once.
 */
export function sumOf(clients: readonly ClientUsage[]): Required<ClientUsage> {
  const sum = (of: (c: ClientUsage) => number, among = clients) => among.reduce((all, c) => all + of(c), 0)
  const quotas = clients.filter(
    ({ sharedBy }, i) => !sharedBy || clients.findIndex((c) => c.sharedBy === sharedBy) === i,
  )
  const hasQuota = clients.every((c) => c.total > 0)
  const [up, down] = [sum((c) => c.up), sum((c) => c.down)]
  return {
    up,
    down,
    used: hasQuota ? sum((c) => c.used ?? c.up + c.down, quotas) : up + down,
    total: hasQuota ? sum((c) => c.total, quotas) : 0,
    expiryTime: earliestEnd(clients.map((c) => c.expiryTime)),
    sharedBy: hasQuota ? (clients.find((c) => c.sharedBy)?.sharedBy ?? '') : '',
  }
}

/** The usage of all clients with one subscription id, as the header shows it. */
export function usageOf(clients: readonly ClientUsage[]) {
  const { up, used, total, expiryTime } = sumOf(clients)
  const counted = directions(up, used)
  return {
    upload: counted.up,
    download: counted.down,
    total,
    /** In seconds; 0 if there is none. */
    expire: Math.floor(Math.max(0, expiryTime) / 1000),
  }
}

export type HeaderSettings = Pick<
  Settings,
  | 'subUpdates'
  | 'subTitle'
  | 'subSupportUrl'
  | 'subProfileUrl'
  | 'subAnnounce'
  | 'subAnnounceUrl'
  | 'subEnableRouting'
  | 'subHideSettings'
>

/** A flat name/value list, which Node writes fastest. */
type HeaderList = readonly string[]

/**
 * All headers of a subscription; no setting can break out of one. Headers from settings are computed once; each
 * response adds its client's usage and the address of its page.
 */
export function createHeaders(
  s: HeaderSettings,
): (usage: Usage, pageUrl: string, hasDeviceLimit?: boolean) => string[] {
  const optional = {
    'Profile-Title': s.subTitle && encodedText(s.subTitle),
    'Support-Url': headerLine(s.subSupportUrl),
    Announce: s.subAnnounce && encodedText(s.subAnnounce),
    'Announce-Url': headerLine(s.subAnnounceUrl),
    'Hide-Settings': s.subHideSettings ? '1' : '',
  }
  const settled: HeaderList = [
    ...['Profile-Update-Interval', String(s.subUpdates)],
    ...Object.entries(optional).flatMap((header) => (header[1] === '' ? [] : header)),
    ...['Routing-Enable', String(s.subEnableRouting)],
  ]
  const ownPage = headerLine(s.subProfileUrl)
  return ({ upload, download, total, expire }, pageUrl, hasDeviceLimit = false) => {
    const page = ownPage || headerLine(pageUrl)
    const usage = `upload=${upload}; download=${download}; total=${total}; expire=${expire}`
    const headers = ['Subscription-Userinfo', usage, ...settled]
    if (page !== '') headers.push('Profile-Web-Page-Url', page)
    if (hasDeviceLimit) headers.push(...activeHeader)
    return headers
  }
}

/** Tells apps where else to ask, and where to ask from now on. Each app has its own header. */
export function addressHeaders(s: AddressSettings, url: string): string[] {
  if (s.subMoreDomains === '' && s.subMoveTo === '') return []
  const headers: string[] = []
  const [fallback] = otherAddresses(s, url)
  if (fallback) headers.push('Fallback-Url', fallback)
  const to = s.subMoveTo === '' ? '' : hostOf(s.subMoveTo)
  if (to !== '' && to !== new URL(url).hostname)
    headers.push('New-Domain', to, 'New-Sub-Domain', to, 'Flclashx-Newdomain', to)
  return headers
}

/** Printable ASCII: a line break would end the header, and Node refuses other characters. */
export const headerLine = (text: string): string =>
  /^[!-~]*$/.test(text) ? text : oneLine(text).replace(/[^\u0020-\u007e]/gu, encodeURIComponent)

const fileCharacter = /[^A-Za-z0-9._ -]/g

/** RFC 6266: an ASCII name for old programs, and the real one. Path separators are removed. */
export function contentDisposition(name: string): string {
  if (/^[\w.-]+$/.test(name)) return `attachment; filename="${name}"; filename*=UTF-8''${name}`
  const clean = oneLine(name).replace(/[/\\]/g, '_') || 'subscription'
  const extended = encodeURIComponent(clean).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${clean.replace(fileCharacter, '_')}"; filename*=UTF-8''${extended}`
}
