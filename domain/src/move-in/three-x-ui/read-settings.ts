import type { Coded } from '#contract/coded.ts'
import { certificatePairs, isSettingKey, rowOf, type SettingKey, type Settings } from '#contract/settings.ts'
import { coded } from '#domain/refusal.ts'
import { normalise } from '#domain/settings/formats.ts'
import { defaults, parse, type StoredSetting, serialise } from '#domain/settings/stored.ts'
import { complaintAbout } from '#domain/settings/validate.ts'
import { asJson, asText } from '#domain/untyped.ts'
import type { Arrival } from '../arrival.ts'
import type { Findings } from '../findings.ts'
import type { SourceTables } from '../source-tables.ts'
import { rowsOf } from '../source-tables.ts'

/** Not settings of an operator: made by each panel for itself, or read elsewhere. */
const ofThePanelItself: ReadonlySet<string> = new Set(['secret', 'apiToken', 'xrayTemplateConfig'])

/** From 3.2.8 on a missing row means something else than before, and than here. */
const laterDefaults: readonly StoredSetting[] = [
  { key: 'subClashEnable', value: 'false' },
  { key: 'subEnableRouting', value: 'false' },
]

/** What a missing row means there, in every version, where the default here is another one. */
const itsDefaults: readonly StoredSetting[] = [
  { key: 'ipLimitEnable', value: 'false' },
  { key: 'subShowInfo', value: 'true' }, // people know their servers by these names
]

/** Of several rows with one key the first counts, as in the source. */
function storedRows(tables: SourceTables, found: Findings): Map<string, string> {
  const rows = new Map<string, string>()
  for (const row of rowsOf(tables, 'settings')) {
    const key = asText(row.key)
    if (key === '') continue
    if (rows.has(key)) found.add('note', key.slice(0, 100), coded('movein.setting-twice'))
    else rows.set(key, asText(row.value))
  }
  return rows
}

/** A blank address means every address there, and this machine only here. */
function namedListener(settings: Settings, key: 'webListen' | 'subListen', found: Findings): void {
  if (settings[key] !== '') return
  settings[key] = '0.0.0.0'
  found.add('note', key, coded('movein.listens-everywhere'))
}

/** Two-factor login without its secret would lock everybody out. */
function settledTwoFactor(settings: Settings, found: Findings): void {
  if (!settings.twoFactorEnable || settings.twoFactorToken !== '') return
  settings.twoFactorEnable = false
  found.add('changes', 'twoFactorEnable', coded('movein.two-factor-off'))
}

const paths = ['subPath', 'subJsonPath', 'subClashPath', 'subSingboxPath'] as const

/** Combinations that the settings page refuses. */
function settledTogether(settings: Settings, found: Findings): void {
  const taken = new Set<string>()
  for (const key of paths) {
    if (taken.has(settings[key])) {
      const old = settings[key]
      const free = [defaults[key], `/${key}/`].find((path) => !taken.has(path)) ?? `/${key}-2/`
      settings[key] = free
      found.add('healed', key, coded('movein.path-twice', { old, path: free }))
    }
    taken.add(settings[key])
  }
  for (const [cert, key] of certificatePairs) {
    if ((settings[cert] === '') === (settings[key] === '')) continue
    settings[cert] = ''
    settings[key] = ''
    found.add('changes', cert, coded('movein.half-certificate'))
  }
}

function templateOf(text: string | undefined, found: Findings): string | null {
  if (text === undefined || text.trim() === '') return null
  const value = asJson(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return JSON.stringify(value)
  found.add('left', 'xrayTemplateConfig', coded('movein.template-broken'))
  return null
}

/** The rule's sentence for a stored text that cannot be used. */
function whyRefused(key: SettingKey, text: string): Coded {
  const isNumber = rowOf(key).type === 'int'
  return complaintAbout(key, isNumber ? Number(text) : normalise(key, text)) ?? coded('setting.unreadable')
}

/** Settings by their name here. Those that the source never stored keep the value of this panel. */
export function readSettings(tables: SourceTables, found: Findings): Pick<Arrival, 'settings' | 'template'> {
  const rows = storedRows(tables, found)
  const template = templateOf(rows.get('xrayTemplateConfig'), found)
  if (rows.size === 0) return { settings: {}, template }
  for (const key of rows.keys())
    if (!isSettingKey(key)) found.add('left', key.slice(0, 100), coded('movein.setting-unknown'))
  const unsaid = tables.has('outbound_subscriptions') ? [...itsDefaults, ...laterDefaults] : itsDefaults
  for (const { key, value } of unsaid) if (!rows.has(key)) rows.set(key, value)
  const stored = [...rows].map(([key, value]) => ({ key, value }))
  const { settings, broken } = parse(stored.filter(({ key }) => !ofThePanelItself.has(key)))
  for (const { key } of broken)
    found.add('left', key, coded('movein.setting-refused', { reason: whyRefused(key, rows.get(key) ?? '') }))
  settledTwoFactor(settings, found)
  settledTogether(settings, found)
  namedListener(settings, 'webListen', found)
  namedListener(settings, 'subListen', found)
  const unread = new Set<SettingKey>(broken.map(({ key }) => key))
  const keys = (Object.keys(settings) as SettingKey[]).filter(
    (key) =>
      settings[key] !== defaults[key] || (rows.has(key) && !unread.has(key) && !ofThePanelItself.has(key)),
  )
  return { settings: Object.fromEntries(keys.map((key) => [key, serialise(settings[key])])), template }
}
