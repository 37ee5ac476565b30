import { secretPart } from '#contract/settings/rows.ts'
import {
  type AllSettingView,
  publicKeys,
  type SettingKey,
  type Settings,
  secretFlags,
  secretKeys,
} from '#contract/settings.ts'
import { withoutSecrets } from '../secrets/redact.ts'

/** A setting as its owner sees it: a secret is blank, and a password inside a URL is masked. */
export function shownSetting<K extends SettingKey>(key: K, value: Settings[K]): Settings[K] | string {
  const part = secretPart(key)
  if (part === undefined || typeof value !== 'string') return value
  return part === 'whole' ? '' : withoutSecrets(value)
}

/** The view that may leave the panel: no secrets, a flag for each. */
export function redact(settings: Settings, known: { hasApiToken: boolean }): AllSettingView {
  const values = publicKeys.map((key) => [key, shownSetting(key, settings[key])])
  const flags = secretKeys.map((key) => [secretFlags[key], settings[key] !== ''])
  // Object.fromEntries loses the key types; the lists are the keys of the view's schema.
  const view = { ...Object.fromEntries(values), ...Object.fromEntries(flags) } as AllSettingView
  return { ...view, hasApiToken: known.hasApiToken }
}
