import type { Settings } from '#contract/settings.ts'
import { isHost } from '../settings/address.ts'

export const subscriptionFormats = ['raw', 'json', 'clash', 'singbox'] as const
export type SubscriptionFormat = (typeof subscriptionFormats)[number]

type UrlSettings = Pick<
  Settings,
  | 'subURI'
  | 'subJsonURI'
  | 'subClashURI'
  | 'subSingboxURI'
  | 'subPath'
  | 'subJsonPath'
  | 'subClashPath'
  | 'subSingboxPath'
  | 'subJsonEnable'
  | 'subClashEnable'
  | 'subSingboxEnable'
>

const keysOf = {
  raw: { uri: 'subURI', path: 'subPath' },
  json: { uri: 'subJsonURI', path: 'subJsonPath', enable: 'subJsonEnable' },
  clash: { uri: 'subClashURI', path: 'subClashPath', enable: 'subClashEnable' },
  singbox: { uri: 'subSingboxURI', path: 'subSingboxPath', enable: 'subSingboxEnable' },
} as const satisfies Record<
  SubscriptionFormat,
  { uri: keyof UrlSettings; path: keyof UrlSettings; enable?: keyof UrlSettings }
>

/** The raw form is always there; the others where they are switched on. */
export function isServed(settings: UrlSettings, format: SubscriptionFormat): boolean {
  const keys = keysOf[format]
  return 'enable' in keys ? settings[keys.enable] : true
}

export const pathOf = (settings: UrlSettings, format: SubscriptionFormat): string =>
  settings[keysOf[format].path]

/**
 * What an id is appended to. A public URL that is configured wins, however it ends; else the origin (scheme, host and
 * port, no slash at the end) under which the subscriptions are reached.
 */
export function subscriptionBase(settings: UrlSettings, format: SubscriptionFormat, origin: string): string {
  const configured = settings[keysOf[format].uri]
  if (configured === '') return origin + pathOf(settings, format)
  return /[/=]$/.test(configured) ? configured : `${configured}/`
}

/** The URLs that a client is given, one for each format that is served. */
export function subscriptionUrls(
  settings: UrlSettings,
  origin: string,
  subId: string,
): { raw: string } & Partial<Record<SubscriptionFormat, string>> {
  const urlOf = (format: SubscriptionFormat) =>
    subscriptionBase(settings, format, origin) + encodeURIComponent(subId)
  const others = subscriptionFormats.filter((format) => format !== 'raw' && isServed(settings, format))
  return { raw: urlOf('raw'), ...Object.fromEntries(others.map((format) => [format, urlOf(format)])) }
}

export interface RequestHost {
  /** Without a port; an IPv6 address without its brackets. */
  name: string
  /** As it stands in a URL: brackets and port included. */
  authority: string
}

/**
 * A Host header as a link may carry it; null for anything but a name or an address with an optional port. It is the
 * caller's own text: nothing in it may end up as more than a host.
 */
export function readHost(header: string): RequestHost | null {
  const parts = /^(?:\[([0-9a-f:.]{2,45})\]|([\w.-]{1,253}))(?::(\d{1,5}))?$/i.exec(header)
  if (!parts) return null
  const [, ipv6, plain, port] = parts
  const name = (ipv6 ?? plain ?? '').toLowerCase().replace(/\.$/, '')
  if (!isHost(name) || Number(port ?? 1) > 65_535) return null
  const bracketed = ipv6 === undefined ? name : `[${name}]`
  return { name, authority: port === undefined ? bracketed : `${bracketed}:${port}` }
}
