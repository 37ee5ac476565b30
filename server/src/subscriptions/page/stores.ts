import type { Platform } from './apps.ts'

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
} satisfies Record<string, Stores>

const phones: readonly Platform[] = ['android', 'ios', 'other']

export const storeOf = (app: keyof typeof stores, platform: Platform): string | undefined => {
  const known: Stores = stores[app]
  return known[platform] ?? (phones.includes(platform) ? undefined : known.desktop)
}
