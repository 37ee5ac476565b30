import type { SubscriptionFormat } from '#domain/subscription/urls.ts'

export type Platform = 'android' | 'ios' | 'windows' | 'macos' | 'linux' | 'other'
/** What a person can choose, with names that need no translation. */
export const platforms = {
  android: 'Android',
  ios: 'iPhone, iPad',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
} as const satisfies Partial<Record<Platform, string>>
export const isPlatform = (text: string): text is keyof typeof platforms => Object.hasOwn(platforms, text)
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

interface Extra {
  title: string
  /** Whether the subscription's devices are counted: one app sends its id only if the link asks for it. */
  hasDevices: boolean
}

interface App {
  name: string
  /** Null if the format that it reads is not served. */
  open: (urls: Urls, extra: Extra) => string | null
}

const enc = encodeURIComponent
const base64 = (text: string) => Buffer.from(text).toString('base64url')
const whereServed = (url: string | undefined, make: (url: string) => string) =>
  url === undefined ? null : make(url)
/** v2rayNG decodes the address twice. */
const twice = (url: string) => (url.includes('%') ? enc(enc(url)) : enc(url))
/** Clash Verge takes everything after `url=` as the address, so the name comes first. */
const clashApp = (name: string, scheme: string): App => ({
  name,
  open: ({ clash }, { title }) =>
    whereServed(clash, (url) => `${scheme}://install-config?name=${enc(title)}&url=${enc(url)}`),
})

/** Each app's URL scheme for importing a subscription; v2rayN and Throne have none. */
const apps = {
  v2rayng: {
    name: 'v2rayNG',
    open: ({ raw }, { title }) => `v2rayng://install-sub?url=${twice(raw)}#${enc(title)}`,
  },
  hiddify: { name: 'Hiddify', open: ({ raw }, { title }) => `hiddify://import/${raw}#${enc(title)}` },
  v2box: {
    name: 'V2Box',
    open: ({ raw }, { title }) => `v2box://install-sub?url=${enc(raw)}&name=${enc(title)}`,
  },
  happ: { name: 'Happ', open: ({ raw }) => `happ://add/${raw}` },
  incy: { name: 'INCY', open: ({ raw }) => `incy://add/${raw}` },
  v2raytun: { name: 'v2RayTun', open: ({ raw }) => `v2raytun://import/${raw}` },
  streisand: { name: 'Streisand', open: ({ raw }) => `streisand://import/${enc(raw)}` },
  shadowrocket: {
    name: 'Shadowrocket',
    open: ({ raw }, { title }) => `shadowrocket://add/sub://${base64(raw)}?remark=${enc(title)}`,
  },
  karing: {
    name: 'Karing',
    open: ({ raw }, { title, hasDevices }) =>
      `karing://install-config?url=${enc(raw)}&name=${enc(title)}${hasDevices ? '&hwid=true' : ''}`,
  },
  verge: clashApp('Clash Verge', 'clash-verge'),
  koala: clashApp('Koala Clash', 'koala-clash'),
  flclash: clashApp('FlClash', 'flclash'),
  clashMeta: clashApp('Clash Meta', 'clashmeta'),
  nekobox: clashApp('NekoBox', 'clash'),
  singbox: {
    name: 'sing-box',
    open: ({ singbox }, { title }) =>
      whereServed(singbox, (url) => `sing-box://import-remote-profile?url=${enc(url)}#${enc(title)}`),
  },
} satisfies Record<string, App>
type AppKey = keyof typeof apps

/** The first one gets the large button. */
const onPlatform: Record<Platform, readonly AppKey[]> = {
  android: [
    ...(['v2rayng', 'hiddify', 'happ', 'incy', 'v2raytun', 'v2box', 'karing'] as const),
    ...(['nekobox', 'flclash', 'clashMeta', 'singbox'] as const),
  ],
  ios: ['streisand', 'shadowrocket', 'v2box', 'hiddify', 'happ', 'incy', 'v2raytun', 'karing', 'singbox'],
  windows: ['hiddify', 'happ', 'incy', 'v2raytun', 'karing', 'verge', 'koala', 'flclash', 'singbox'],
  macos: [
    ...(['hiddify', 'v2box', 'streisand', 'happ', 'incy', 'v2raytun', 'karing'] as const),
    ...(['verge', 'koala', 'flclash', 'singbox'] as const),
  ],
  linux: ['hiddify', 'happ', 'karing', 'verge', 'koala', 'flclash', 'singbox'],
  other: ['hiddify', 'v2rayng', 'streisand', 'happ', 'incy', 'verge', 'singbox'],
}

export interface AppLink {
  name: string
  href: string
  /** Where it can be installed from; undefined if nowhere for this platform. */
  store: string | undefined
}

export function appLinks(platform: Platform, urls: Urls, extra: Extra): AppLink[] {
  return onPlatform[platform].flatMap((key) => {
    const { name, open }: App = apps[key]
    const href = open(urls, extra)
    return href === null ? [] : [{ name, href, store: storeOf(key, platform) }]
  })
}

type Stores = Partial<Record<Platform | 'desktop', string>>

const apple = (id: number) => `https://apps.apple.com/app/id${id}`
const play = (id: string) => `https://play.google.com/store/apps/details?id=${id}`
const releases = (repository: string) => `https://github.com/${repository}/releases/latest`

/** Where an app's own project offers it; `desktop` stands for every computer without an address of its own. */
export const stores = {
  v2rayng: { android: play('com.v2ray.ang') },
  hiddify: {
    android: play('app.hiddify.com'),
    ios: apple(6596777532),
    desktop: releases('hiddify/hiddify-app'),
  },
  v2box: { android: play('dev.hexasoftware.v2box'), ios: apple(6446814690), macos: apple(6446814690) },
  happ: {
    ...{ android: play('com.happproxy'), ios: apple(6504287215), macos: apple(6504287215) },
    desktop: releases('Happ-proxy/happ-desktop'),
  },
  incy: {
    ...{ android: play('llc.itdev.incy'), ios: apple(6756943388), macos: apple(6756943388) },
    desktop: releases('INCY-DEV/incy-platforms'),
  },
  v2raytun: {
    ...{ android: play('com.v2raytun.android'), ios: apple(6476628951), macos: apple(6476628951) },
    windows: 'https://v2raytun.com/',
  },
  streisand: { ios: apple(6450534064), macos: apple(6450534064) },
  shadowrocket: { ios: apple(932747118) },
  karing: {
    ...{ ios: apple(6472431552), android: releases('KaringX/karing') },
    desktop: releases('KaringX/karing'),
  },
  verge: { desktop: releases('clash-verge-rev/clash-verge-rev') },
  koala: { desktop: releases('coolcoala/koala-clash') },
  flclash: { android: releases('chen08209/FlClash'), desktop: releases('chen08209/FlClash') },
  clashMeta: { android: releases('MetaCubeX/ClashMetaForAndroid') },
  nekobox: { android: releases('MatsuriDayo/NekoBoxForAndroid') },
  singbox: {
    ...{ android: play('io.nekohasekai.sfa'), ios: apple(6673731168) },
    desktop: releases('SagerNet/sing-box'),
  },
  wireguard: {
    ...{ android: play('com.wireguard.android'), ios: apple(1441195209), macos: apple(1451685025) },
    desktop: 'https://www.wireguard.com/install/',
  },
} satisfies Record<string, Stores>

const phones: readonly Platform[] = ['android', 'ios', 'other']

export const storeOf = (app: keyof typeof stores, platform: Platform): string | undefined => {
  const known: Stores = stores[app]
  return known[platform] ?? (phones.includes(platform) ? undefined : known.desktop)
}
