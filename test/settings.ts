import type { Settings } from '#contract/settings.ts'
import { defaults } from '#domain/settings/stored.ts'
import type { SettingsReader } from '#server/settings/service.ts'

/** Settings for a part that a test creates by itself: the defaults, with these on top. */
export function settingsOf(given: () => Partial<Settings>): SettingsReader {
  const current = () => ({ ...defaults, ...given() })
  return { current, fresh: async () => current() }
}
