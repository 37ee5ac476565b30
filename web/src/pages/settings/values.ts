import type { AllSettingView } from '#contract/settings.ts'
import { rowOf, type ShownKey, shownKeys } from './sections.ts'

export type Stored = Pick<AllSettingView, ShownKey>
/** As the fields hold them: a number may be blank while somebody types. */
export type SettingValues = Record<ShownKey, boolean | number | string>

// Object.fromEntries forgets the keys; they are exactly those of the table.
export const valuesOf = (stored: AllSettingView): SettingValues =>
  Object.fromEntries(shownKeys.map((key) => [key, stored[key]])) as SettingValues

export const changedKeys = (values: SettingValues, stored: AllSettingView): ShownKey[] =>
  shownKeys.filter((key) => values[key] !== stored[key])

/** A number that is none or out of its bounds; everything else the panel judges itself. */
export function badNumber(key: ShownKey, value: boolean | number | string) {
  const row = rowOf(key)
  if (row.type !== 'int') return undefined
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= row.min && value <= row.max
  return fits ? undefined : { min: row.min, max: row.max }
}

/** Somebody else saved: what nobody is changing here takes the new value, what was typed stays. */
export const movedKeys = (values: SettingValues, was: AllSettingView, now: AllSettingView): ShownKey[] =>
  shownKeys.filter((key) => was[key] !== now[key] && values[key] === was[key])
