import type { SettingKey } from '#contract/settings.ts'

/** Settings that are stored and returned but have no effect yet. Remove a key here when it is implemented. */
const without: ReadonlySet<string> = new Set([
  'panelOutbound',
  'subThemeDir',
  'subShowIdentityOnAllLinks',
  'warpUpdateInterval',
])

export const hasNoEffect = (key: SettingKey): boolean => without.has(key)

/** The note for a save that changed such keys; undefined if there is none. */
export function noEffectYet(changed: readonly SettingKey[]): string | undefined {
  const keys = changed.filter(hasNoEffect)
  if (keys.length === 0) return undefined
  return `Saved, but without an effect in this version: ${keys.join(', ')}.`
}
