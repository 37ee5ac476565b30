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

/** Whether a changed setting is reviewed before it is saved. */
export const matters = (key: SettingKey, value: unknown): boolean =>
  places.has(key) || (feedSwitches.some((one) => one === key) && value === false)
