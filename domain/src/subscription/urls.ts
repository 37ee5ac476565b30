import type { Settings } from '#contract/settings.ts'
import { bracketed, isIp } from '../net/address.ts'
import { listIn } from '../texts.ts'

export const subscriptionFormats = ['raw', 'json', 'clash', 'singbox'] as const
export type SubscriptionFormat = (typeof subscriptionFormats)[number]

const keysOf = {
  raw: { uri: 'subURI', path: 'subPath' },
  json: { uri: 'subJsonURI', path: 'subJsonPath', enable: 'subJsonEnable' },
  clash: { uri: 'subClashURI', path: 'subClashPath', enable: 'subClashEnable' },
  singbox: { uri: 'subSingboxURI', path: 'subSingboxPath', enable: 'subSingboxEnable' },
} as const satisfies Record<
  SubscriptionFormat,
  { uri: keyof Settings; path: keyof Settings; enable?: keyof Settings }
>
type Keys = (typeof keysOf)[SubscriptionFormat]
type UrlSettings = Pick<Settings, Keys['uri' | 'path'] | Extract<Keys, { enable: string }>['enable']>

/** The raw format is always on; the others can be disabled. */
export function isServed(settings: UrlSettings, format: SubscriptionFormat): boolean {
  const keys = keysOf[format]
  return 'enable' in keys ? settings[keys.enable] : true
}

export const pathOf = (settings: UrlSettings, format: SubscriptionFormat): string =>
  settings[keysOf[format].path]

/**
 * The URL prefix of a subscription id: a configured public URL, however it ends, else the origin (scheme, host and port,
 * no trailing slash) under which subscriptions are reached.
 */
export function subscriptionBase(settings: UrlSettings, format: SubscriptionFormat, origin: string): string {
  const configured = settings[keysOf[format].uri]
  if (configured === '') return origin + pathOf(settings, format)
  return /[/=]$/.test(configured) ? configured : `${configured}/`
}

/** The subscription URLs of a client, one for each enabled format. */
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
  /** Without port; IPv6 without brackets. */
  name: string
  /** As in a URL: with brackets and port. */
  authority: string
}

const label = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/

/** ASCII only, as in requests. No counted repetitions, which are slow to compile and run. */
const isName = (name: string): boolean =>
  name.length <= 253 && !/^[\d.]+$/.test(name) && name.split('.').every((l) => l.length < 64 && label.test(l))

/**
 * A Host header for use in links; null for anything but a name or an address with an optional port. It is untrusted:
 * nothing in it may end up as more than a host.
 */
export function readHost(header: string): RequestHost | null {
  const parts = header.length > 260 ? null : /^(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::(\d+))?$/i.exec(header)
  if (!parts) return null
  const [, ipv6, plain = '', port] = parts
  if (port !== undefined && (port.length > 5 || Number(port) > 65_535)) return null
  const name = (ipv6 ?? plain).toLowerCase().replace(/\.$/, '')
  if (!isIp(name) && (ipv6 !== undefined || !isName(name))) return null
  const bracketed = ipv6 === undefined ? name : `[${name}]`
  return { name, authority: port === undefined ? bracketed : `${bracketed}:${port}` }
}

export type AddressSettings = Pick<Settings, 'subDomain' | 'subMoreDomains' | 'subMoveTo'>

/** Every name under which subscriptions answer; empty: under any. */
export const subscriptionNames = (s: AddressSettings): string[] =>
  s.subDomain === '' ? [] : [s.subDomain, ...listIn(s.subMoreDomains), ...listIn(s.subMoveTo)]

/** The same address under another name: the path never moves. */
function under(url: string, name: string): string {
  const moved = new URL(url)
  moved.hostname = bracketed(name)
  return moved.href
}

/** As it is in a URL. */
export const hostOf = (name: string): string => new URL(`http://${bracketed(name)}/`).hostname

/** The address of a subscription under the other names, for people and for apps that try another one. */
export function otherAddresses(s: AddressSettings, url: string): string[] {
  const others = [s.subDomain, ...listIn(s.subMoreDomains)].filter((name) => name !== '')
  if (others.length === 0) return []
  const own = new URL(url).hostname
  return [...new Set(others.map(hostOf))].filter((name) => name !== own).map((name) => under(url, name))
}
