import type { AllSettingView, PublicKey } from '#contract/settings.ts'
import type { Translate } from '../../i18n/translation.tsx'
import { rowOf, type ShownKey, shownKeys } from './sections.ts'

export type Stored = Pick<AllSettingView, ShownKey>
/** As the fields hold them: a number may be blank while it is typed. */
export type SettingValues = Record<ShownKey, boolean | number | string>

// Object.fromEntries loses the keys; they are exactly those of the table.
export const valuesOf = (stored: AllSettingView): SettingValues =>
  Object.fromEntries(shownKeys.map((key) => [key, stored[key]])) as SettingValues

export const changedKeys = (values: SettingValues, stored: AllSettingView): ShownKey[] =>
  shownKeys.filter((key) => values[key] !== stored[key])

/** Not a number, or out of range; the panel checks everything else. */
export function badNumber(key: PublicKey, value: boolean | number | string) {
  const row = rowOf(key)
  if (row.type !== 'int') return undefined
  const number = value === '' ? Number.NaN : Number(value)
  const fits = Number.isInteger(number) && number >= row.min && number <= row.max
  return fits ? undefined : { min: row.min, max: row.max }
}

export function numberErrors<K extends PublicKey>(
  t: Translate,
  keys: readonly K[],
  values: Readonly<Record<K, boolean | number | string>>,
) {
  const errors: Partial<Record<K, string>> = {}
  for (const key of keys) {
    const bounds = badNumber(key, values[key])
    if (bounds) errors[key] = t('settings.badNumber', bounds)
  }
  return errors
}

/** Merges values that another user saved: unedited fields take the new value, edited ones are kept. */
export const movedKeys = (values: SettingValues, was: AllSettingView, now: AllSettingView): ShownKey[] =>
  shownKeys.filter((key) => was[key] !== now[key] && values[key] === was[key])
