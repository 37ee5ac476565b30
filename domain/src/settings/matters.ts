import type { SettingKey } from '#contract/settings.ts'

/** Where the panel and the subscriptions are found. Another value can lock people out, so it is shown before it is saved. */
const places: ReadonlySet<SettingKey> = new Set([
  ...([
    'webListen',
    'webPort',
    'webBasePath',
    'webDomain',
    'webCertFile',
    'webKeyFile',
    'publicHost',
  ] as const),
  ...(['subListen', 'subPort', 'subDomain', 'subMoreDomains', 'subCertFile', 'subKeyFile'] as const),
  ...(['subPlainHttp', 'subPath', 'subJsonPath', 'subClashPath', 'subSingboxPath'] as const),
  ...(['subURI', 'subJsonURI', 'subClashURI', 'subSingboxURI'] as const),
])

/** Only turning them off affects users. */
export const feedSwitches = ['subEnable', 'subJsonEnable', 'subClashEnable', 'subSingboxEnable'] as const

export const matters = (key: SettingKey, value: unknown): boolean =>
  places.has(key) || (feedSwitches.some((one) => one === key) && value === false)

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
