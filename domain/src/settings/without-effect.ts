import { directoryRows } from '#contract/settings/directory.ts'
import { notifyRows } from '#contract/settings/notify.ts'
import type { SettingKey } from '#contract/settings.ts'

const notBuiltYet = (rows: object, prefix: RegExp): string[] =>
  Object.keys(rows).filter((key) => prefix.test(key))

/** Stored and answered like all others, and nothing in this version acts on them. Whoever builds one takes it out. */
const without: ReadonlySet<string> = new Set([
  'panelOutbound',
  'subThemeDir',
  'subIncyEnableRouting',
  'subIncyRoutingRules',
  'subShowIdentityOnAllLinks',
  'outboundDownThreshold',
  'warpUpdateInterval',
  'warp',
  'nord',
  ...notBuiltYet(notifyRows, /^(tg|smtp)/),
  ...notBuiltYet(directoryRows, /^ldap/),
])

export const hasNoEffect = (key: SettingKey): boolean => without.has(key)

/** What a save has to say about the keys that it changed; undefined where all of them count. */
export function noEffectYet(changed: readonly SettingKey[]): string | undefined {
  const keys = changed.filter(hasNoEffect)
  if (keys.length === 0) return undefined
  return `Saved, but without an effect in this version: ${keys.join(', ')}.`
}
