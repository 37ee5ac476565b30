import { expect, it } from 'vitest'
import { daysIn, jalaliOf, textOf } from './jalali.ts'

it.each([
  ['2026-11-15', [1405, 8, 24]],
  ['2021-03-20', [1399, 12, 30]], // a leap year
  ['2021-03-21', [1400, 1, 1]],
  ['2025-03-20', [1403, 12, 30]], // a leap year
  ['2025-03-21', [1404, 1, 1]],
  ['2026-03-20', [1404, 12, 29]], // not a leap year
  ['2026-03-21', [1405, 1, 1]],
  ['2024-02-29', [1402, 12, 10]], // a Gregorian leap day
  ['1979-02-11', [1357, 11, 22]],
] as const)('%s is %j', (text, [year, month, day]) => {
  expect(jalaliOf(text)).toEqual({ year, month, day })
  expect(textOf({ year, month, day })).toBe(text)
})

it('knows the length of each month, including the last one of a leap year', () => {
  expect([1, 6, 7, 11, 12].map((month) => daysIn(1403, month))).toEqual([31, 31, 30, 30, 30])
  expect([1399, 1400, 1401, 1402, 1403, 1404, 1408].map((year) => daysIn(year, 12))).toEqual([
    30, 29, 29, 29, 30, 29, 30,
  ])
})

it('agrees with the calendar of the browser on every day of forty years', () => {
  const written = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  })
  const wrong: string[] = []
  for (let at = Date.UTC(2010, 0, 1); at < Date.UTC(2050, 0, 1); at += 86_400_000) {
    const text = new Date(at).toISOString().slice(0, 10)
    const found = jalaliOf(text)
    const parts = Object.fromEntries(
      written.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
    )
    const same = found?.year === parts.year && found?.month === parts.month && found?.day === parts.day
    if (!same || !found || textOf(found) !== text) wrong.push(text)
  }
  expect(wrong).toEqual([])
})

it('clamps a day that the month does not have to its last day', () => {
  expect(textOf({ year: 1404, month: 12, day: 31 })).toBe('2026-03-20')
  expect(jalaliOf('')).toBeUndefined()
})
