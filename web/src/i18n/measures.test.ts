import { expect, it } from 'vitest'
import { createMeasures } from './measures.ts'

const english = createMeasures('en-US')
const plain = (text: string) => text.replaceAll('\u00a0', ' ').replace(/[\u2068\u2069]/g, '')

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 KB'],
  [1536, '1.5 KB'],
  [123 * 1024 ** 2, '123 MB'],
  [Number.MAX_SAFE_INTEGER, '8 PB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(plain(english.bytes(bytes))).toBe(text)
})

it.each([
  [0, '0 seconds'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [3600 + 59, '1 hour'],
  [3 * 86_400 + 4 * 3600 + 5 * 60, '3 days, 4 hours'],
  [86_400 + 5 * 60, '1 day'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(english.duration(seconds)).toBe(text)
})

it('isolates a figure with Latin letters inside a Persian sentence', () => {
  expect(createMeasures('fa-IR').rate(2048)).toBe('\u2068۲\u00a0KB/s\u2069')
})

it.each([
  [30_000, 'now'],
  [-90_000, '1 minute ago'],
  [5 * 3_600_000, 'in 5 hours'],
  [30 * 86_400_000, 'in 30 days'],
  [59 * 86_400_000, 'in 59 days'],
  [70 * 86_400_000, 'in 2 months'],
  [-400 * 86_400_000, 'last year'],
])('formats %d ms from now as %s', (ms, text) => {
  expect(english.fromNow(1e12 + ms, 1e12)).toBe(text)
})

const moment = Date.UTC(2025, 2, 20, 20, 29)

it.each([
  ['en-US', 'gregory', 'Mar 20, 2025', 'Mar 20, 2025, 11:59 PM GMT+3:30'],
  ['en-US', 'persian', 'Esfand 30, 1403 AP', 'Esfand 30, 1403 AP, 11:59 PM GMT+3:30'],
  ['fa-IR', 'persian', '۳۰ اسفند ۱۴۰۳', '۳۰ اسفند ۱۴۰۳، ۲۳:۵۹ (‎+۳:۳۰ گرینویچ)'],
  ['fa-IR', 'gregory', '۲۰ مارس ۲۰۲۵', '۲۰ مارس ۲۰۲۵، ۲۳:۵۹ (‎+۳:۳۰ گرینویچ)'],
  ['ru-RU', 'gregory', '20 мар. 2025 г.', '20 мар. 2025 г., 23:59 GMT+3:30'],
] as const)(
  'formats the last day of a leap year in %s, %s, with the time zone',
  (locale, calendar, day, full) => {
    const measures = createMeasures(locale, calendar, 'Asia/Tehran')
    expect([measures.date(moment), measures.moment(moment)]).toEqual([day, full])
    expect(measures.zone).toBe('Asia/Tehran')
  },
)
