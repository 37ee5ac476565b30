import type { SubscriptionFormat } from '#domain/subscription/urls.ts'

export type Platform = 'android' | 'ios' | 'windows' | 'macos' | 'linux' | 'other'
export type Urls = { raw: string } & Partial<Record<SubscriptionFormat, string>>

/** iPadOS claims to be a Mac; a Mac with Safari has the same apps, so that does not matter. */
export function platformOf(userAgent: string): Platform {
  const name = userAgent.slice(0, 512)
  if (/android/i.test(name)) return 'android'
  if (/iphone|ipad|ipod/i.test(name)) return 'ios'
  if (/windows/i.test(name)) return 'windows'
  if (/mac os|macintosh/i.test(name)) return 'macos'
  return /linux|x11|cros/i.test(name) ? 'linux' : 'other'
}

interface App {
  name: string
  /** Null if the format that it reads is not served. */
  open: (urls: Urls, title: string) => string | null
}

const enc = encodeURIComponent
const base64 = (text: string) => Buffer.from(text).toString('base64url')
const whereServed = (url: string | undefined, make: (url: string) => string) =>
  url === undefined ? null : make(url)

/** Each app's URL scheme for importing a subscription; v2rayN has none. */
const apps = {
  v2rayng: { name: 'v2rayNG', open: ({ raw }, t) => `v2rayng://install-config?url=${enc(raw)}#${enc(t)}` },
  hiddify: { name: 'Hiddify', open: ({ raw }, t) => `hiddify://import/${raw}#${enc(t)}` },
  v2box: { name: 'V2Box', open: ({ raw }, t) => `v2box://install-sub?url=${enc(raw)}&name=${enc(t)}` },
  happ: { name: 'Happ', open: ({ raw }) => `happ://add/${raw}` },
  v2raytun: { name: 'v2RayTun', open: ({ raw }) => `v2raytun://import/${raw}` },
  streisand: { name: 'Streisand', open: ({ raw }, t) => `streisand://import/${raw}#${enc(t)}` },
  shadowrocket: {
    name: 'Shadowrocket',
    open: ({ raw }, t) => `shadowrocket://add/sub://${base64(raw)}?remark=${enc(t)}`,
  },
  clash: {
    name: 'Clash',
    open: ({ clash }, t) =>
      whereServed(clash, (url) => `clash://install-config?url=${enc(url)}&name=${enc(t)}`),
  },
  singbox: {
    name: 'sing-box',
    open: ({ singbox }, t) =>
      whereServed(singbox, (url) => `sing-box://import-remote-profile?url=${enc(url)}#${enc(t)}`),
  },
} satisfies Record<string, App>
type AppKey = keyof typeof apps

/** The first one gets the large button. */
const onPlatform: Record<Platform, readonly AppKey[]> = {
  android: ['v2rayng', 'hiddify', 'happ', 'v2raytun', 'v2box', 'clash', 'singbox'],
  ios: ['streisand', 'shadowrocket', 'v2box', 'hiddify', 'happ', 'v2raytun', 'singbox'],
  windows: ['hiddify', 'clash', 'happ', 'singbox'],
  macos: ['hiddify', 'v2box', 'streisand', 'clash', 'happ', 'singbox'],
  linux: ['hiddify', 'clash', 'singbox'],
  other: ['hiddify', 'v2rayng', 'streisand', 'clash', 'singbox'],
}

export interface AppLink {
  name: string
  href: string
}

export function appLinks(platform: Platform, urls: Urls, title: string): AppLink[] {
  return onPlatform[platform].flatMap((key) => {
    const { name, open }: App = apps[key]
    const href = open(urls, title)
    return href === null ? [] : [{ name, href }]
  })
}
