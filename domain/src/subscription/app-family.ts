import type { SubscriptionFormat } from './urls.ts'

/** Patterns of apps that read a format and lose something with links. */
export const readsFormat = {
  singbox: /sing-?box|\bSF[AIMT]\//i,
  clash: /clash|mihomo|stash|flclash|\bmeta\//i,
  json: /^(v2rayng|v2raytun|happ|streisand|incy)\b/i,
} satisfies Partial<Record<SubscriptionFormat, RegExp>>

/** Hiddify's User-Agent names every core it resembles; it reads links best. */
export const readsLinks = /hiddify/i

/** The program that connects, inside an app. `other`: a core of the app's own, or not known. */
export type AppCore = 'xray' | 'sing-box' | 'mihomo' | 'other'

interface App {
  /** As people know it. */
  name: string
  core: AppCore
  /** In its User-Agent. The first row that fits counts, so apps that name others in theirs come first. */
  says: RegExp
}

const table = {
  hiddify: { name: 'Hiddify', core: 'sing-box', says: readsLinks },
  flclash: { name: 'FlClash', core: 'mihomo', says: /^flclash/i },
  'clash-verge': { name: 'Clash Verge', core: 'mihomo', says: /^clash-verge/i },
  'koala-clash': { name: 'Koala Clash', core: 'mihomo', says: /^koala-clash/i },
  'clash-meta': { name: 'Clash Meta', core: 'mihomo', says: /^clash-?meta|^mihomo|\bmeta\//i },
  nekobox: { name: 'NekoBox', core: 'sing-box', says: /^nekobox/i },
  karing: { name: 'Karing', core: 'sing-box', says: /^karing/i },
  throne: { name: 'Throne', core: 'sing-box', says: /^throne/i },
  happ: { name: 'Happ', core: 'xray', says: /^happ\b/i },
  incy: { name: 'INCY', core: 'xray', says: /^incy\b/i },
  v2raytun: { name: 'v2RayTun', core: 'xray', says: /^v2raytun\b/i },
  v2rayng: { name: 'v2rayNG', core: 'xray', says: /^v2rayng\b/i },
  v2rayn: { name: 'v2rayN', core: 'xray', says: /^v2rayn\b/i },
  streisand: { name: 'Streisand', core: 'xray', says: /^streisand\b/i },
  v2box: { name: 'V2Box', core: 'xray', says: /^v2box\b/i },
  shadowrocket: { name: 'Shadowrocket', core: 'other', says: /^shadowrocket\b/i },
  stash: { name: 'Stash', core: 'other', says: /^stash\b/i },
  singbox: { name: 'sing-box', core: 'sing-box', says: readsFormat.singbox },
  clash: { name: 'Clash', core: 'mihomo', says: readsFormat.clash },
} satisfies Record<string, App>

type Known = keyof typeof table
/** Stored in the database: a name never changes its meaning. */
export type AppFamily = Known | 'other'

const apps = Object.entries(table) as [Known, App][] // of the table above

/** Long enough for any app. */
const longest = 256

export function appOf(userAgent: string): AppFamily {
  const name = userAgent.slice(0, longest)
  // Hiddify with an Xray core calls itself HiddifyNextX; its families are not told apart.
  return apps.find(([, { says }]) => says.test(name))?.[0] ?? 'other'
}

const unknown: Omit<App, 'says'> = { name: 'other apps', core: 'other' }
/** A family that this version does not know (from a newer panel) is shown by its own name. */
export const aboutApp = (family: string): Omit<App, 'says'> => {
  if (Object.hasOwn(table, family)) return table[family as Known]
  return family === 'other' ? unknown : { name: family, core: 'other' }
}

export const appsWithCore = (...cores: readonly AppCore[]): AppFamily[] =>
  apps.filter(([, { core }]) => cores.includes(core)).map(([family]) => family)
