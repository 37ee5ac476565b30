import { isSettingKey, rowOf, type SettingKey, type Settings, settingKeys } from '#contract/settings.ts'
import { coded, inEnglish } from '#domain/refusal.ts'
import { booleanOf } from '#domain/untyped.ts'
import { normalise, type SettingValue } from './formats.ts'
import { complaintAbout } from './validate.ts'

export type StoredSetting = Record<'key' | 'value', string>
/** A stored value that is invalid; the default is used. The value may be a secret and is not included. */
export interface BrokenSetting {
  key: SettingKey
  reason: string
}

// Object.fromEntries loses the key types; every value comes from the row of its own key.
const settingsOf = (value: (key: SettingKey) => SettingValue): Settings =>
  Object.fromEntries(settingKeys.map((key) => [key, value(key)])) as Settings

export const defaults: Settings = settingsOf((key) => rowOf(key).default)

function fromText(key: SettingKey, text: string): SettingValue | undefined {
  const { type } = rowOf(key)
  if (type === 'bool') return booleanOf(text)
  if (type === 'int') return /^\s*[+-]?\d{1,16}\s*$/.test(text) ? Number(text) : undefined
  return normalise(key, text)
}

const unreadable = coded('setting.unreadable')

/** Parses stored texts into settings. A missing row means the default; of duplicate rows the first counts. */
export function parse(rows: Iterable<StoredSetting>): { settings: Settings; broken: BrokenSetting[] } {
  const texts = new Map<SettingKey, string>()
  for (const { key, value } of rows) if (isSettingKey(key) && !texts.has(key)) texts.set(key, value)
  const broken: BrokenSetting[] = []
  const settings = settingsOf((key) => {
    const text = texts.get(key)
    if (text === undefined) return defaults[key]
    const value = fromText(key, text)
    const complaint = value === undefined ? unreadable : complaintAbout(key, value)
    if (value !== undefined && complaint === null) return value
    broken.push({ key, reason: inEnglish(complaint ?? unreadable) })
    return defaults[key]
  })
  // Fail safe: an unreadable switch must not disable a protection.
  if (broken.some((b) => b.key === 'twoFactorEnable'))
    settings.twoFactorEnable = settings.twoFactorToken !== ''
  return { settings, broken }
}

export const serialise = (value: SettingValue): string => String(value)
