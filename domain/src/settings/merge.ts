import { secretPart } from '#contract/settings/rows.ts'
import {
  isSecretKey,
  publicKeys,
  type SecretKey,
  type SettingKey,
  type Settings,
  type SettingsUpdate,
  settingKeys,
} from '#contract/settings.ts'
import { tellsLogins, withLogins } from '../alerts/grid.ts'
import { Refusal } from '../refusal.ts'
import { normalise, type SettingValue } from './formats.ts'
import { shownSetting } from './redact.ts'

export interface Merged {
  next: Settings
  changed: SettingKey[]
}

/** 3x-ui's older switch for logins in Telegram and its newer list of events say the same: the list has the last word. */
function loginSwitch(
  current: Settings,
  { tgEnabledEvents: list, tgBotLoginNotify: on }: Partial<Record<SettingKey, SettingValue>>,
): Partial<Settings> {
  if (typeof list === 'string') return { tgBotLoginNotify: tellsLogins(list) }
  return typeof on === 'boolean' ? { tgEnabledEvents: withLogins(current.tgEnabledEvents, on) } : {}
}

/** New values over old ones, normalised; nothing is validated here. */
export function assign(current: Settings, values: Partial<Settings>): Merged {
  const news: Partial<Record<SettingKey, SettingValue>> = {}
  for (const key of settingKeys) {
    const given = values[key]
    if (given === undefined) continue
    const value = normalise(key, given)
    if (value !== current[key]) news[key] = value
  }
  // normalise keeps the type, and each value is for its own key.
  const next = { ...current, ...news, ...loginSwitch(current, news) } as Settings
  return { next, changed: settingKeys.filter((key) => next[key] !== current[key]) }
}

const clearFlags = {
  clearTgBotToken: 'tgBotToken',
  clearLdapPassword: 'ldapPassword',
  clearSmtpPassword: 'smtpPassword',
  clearBackupPassphrase: 'backupPassphrase',
  clearBackupS3SecretKey: 'backupS3SecretKey',
} as const satisfies Partial<Record<keyof SettingsUpdate, SecretKey>>
// Object.entries loses the literal types of the constant above.
const clearing = Object.entries(clearFlags) as [keyof typeof clearFlags, SecretKey][]

const isBlank = (value: SettingValue) => typeof value === 'string' && value.trim() === ''

const maskedPart = /[:=]\*\*\*(?:[@&#]|$)/

/** A URL comes back as it was shown: the stored password stays. It never goes to another address. */
function isMasked(current: Settings, key: SettingKey, given: SettingValue): boolean {
  if (given === shownSetting(key, current[key])) return true
  if (typeof given === 'string' && maskedPart.test(given))
    throw new Refusal('setting.password-again', {}, key)
  return false
}

/** `setting/update`: absent keys and blank secrets keep the stored value. */
export function merge(current: Settings, patch: SettingsUpdate): Merged {
  const values: Partial<Record<SettingKey, SettingValue>> = {}
  for (const [flag, key] of clearing) if (patch[flag]) values[key] = ''
  for (const key of publicKeys) {
    const given = patch[key]
    if (given === undefined || (isSecretKey(key) && isBlank(given))) continue
    if (secretPart(key) === 'in url' && isMasked(current, key, given)) continue
    values[key] = given
  }
  // A secret that is no longer used is deleted, not kept.
  if (current.twoFactorEnable && patch.twoFactorEnable === false) values.twoFactorToken = ''
  // each value comes from its own key of the patch
  return assign(current, values as Partial<Settings>)
}

/** `setting/secret`: blank clears; clearing the two-factor secret turns two-factor login off. */
export function mergeSecret(current: Settings, key: SecretKey, value: string): Merged {
  if (!isBlank(value)) return assign(current, { [key]: value })
  return assign(current, key === 'twoFactorToken' ? { twoFactorEnable: false, [key]: '' } : { [key]: '' })
}
