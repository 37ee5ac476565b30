import { expect, it } from 'vitest'
import { publicRows } from '#contract/settings/rows.ts'
import type { AllSettingView } from '#contract/settings.ts'
import { badNumber, changedKeys, movedKeys, valuesOf } from './sections.ts'

// The defaults of the table are a whole view except for the flags, which nothing here reads.
const stored = Object.fromEntries(
  Object.entries(publicRows).map(([key, row]) => [key, row.default]),
) as unknown as AllSettingView

it('sends only what was changed', () => {
  const values = { ...valuesOf(stored), webPort: 8443, subTitle: 'Mine' }
  expect(changedKeys(values, stored)).toEqual(['webPort', 'subTitle'])
})

it('takes over values saved elsewhere, except those being edited here', () => {
  const typed = { ...valuesOf(stored), webPort: 8443 }
  const now = { ...stored, webPort: 9000, subTitle: 'Theirs' }
  expect(movedKeys(typed, stored, now)).toEqual(['subTitle'])
})

it.each([
  ['webPort', '', true],
  ['webPort', 0, true],
  ['webPort', 1.5, true],
  ['webPort', 65535, false],
  ['subTitle', '', false],
] as const)('%s = %j is a bad number: %s', (key, value, bad) => {
  expect(badNumber(key, value) !== undefined).toBe(bad)
})
