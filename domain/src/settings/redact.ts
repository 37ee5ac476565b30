import {
  type AllSettingView,
  isSecretKey,
  publicKeys,
  type Settings,
  secretFlags,
  secretKeys,
} from '#contract/settings.ts'

/** The view that may leave the panel: no secrets, a flag for each. */
export function redact(settings: Settings, known: { hasApiToken: boolean }): AllSettingView {
  const values = publicKeys.map((key) => [key, isSecretKey(key) ? '' : settings[key]])
  const flags = secretKeys.map((key) => [secretFlags[key], settings[key] !== ''])
  // Object.fromEntries loses the key types; the lists are the keys of the view's schema.
  const view = { ...Object.fromEntries(values), ...Object.fromEntries(flags) } as AllSettingView
  return { ...view, hasApiToken: known.hasApiToken }
}
