import type { Calendar } from './calendar.ts'

const STEP = 1024
/** The same units in every language: operators read and type them this way. */
const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** Keeps the direction of a name or figure inside a sentence of the other direction (first strong isolate). */
export const isolated = (text: string) => `\u2068${text}\u2069`

/** Formats bytes, shares and times for a language, and dates in a calendar. Times are in the browser's zone. */
export function createMeasures(locale: string, calendar: Calendar = 'gregory', timeZone?: string) {
  const cached = new Map<string, Intl.NumberFormat>()
  function format(value: number, options: Intl.NumberFormatOptions): string {
    const key = JSON.stringify(options)
    const found = cached.get(key) ?? new Intl.NumberFormat(locale, options)
    cached.set(key, found)
    return found.format(value)
  }

  function amount(bytes: number, per: '' | '/s'): string {
    let rest = bytes
    let step = 0
    while (rest >= 1000 && step < units.length - 1) {
      rest /= STEP
      step += 1
    }
    const maximumFractionDigits = step === 0 || rest >= 100 ? 0 : 1
    return isolated(`${format(rest, { maximumFractionDigits })}\u00a0${units[step]}${per}`)
  }

  const dated = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { calendar, ...(timeZone && { timeZone }), ...options })
  const day = dated({ dateStyle: 'medium' })
  // With the zone, because the server may be in another one.
  const moment = dated({
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  const month = dated({ month: 'long' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  /** In the largest unit that is at least one: in 12 days, 3 hours ago. */
  function fromNow(ms: number, now: number): string {
    const seconds = Math.round((ms - now) / 1000)
    const steps = [
      { unit: 'year', size: 31_536_000 },
      { unit: 'month', size: 2_592_000 },
      { unit: 'day', size: 86_400 },
      { unit: 'hour', size: 3600 },
      { unit: 'minute', size: 60 },
    ] as const
    // Months start at two: "in 1 month" says less than "in 32 days".
    const step = steps.find(({ unit, size }) => Math.abs(seconds) >= (unit === 'month' ? 2 * size : size))
    if (!step) return relative.format(0, 'second')
    return relative.format(Math.round(seconds / step.size), step.unit)
  }

  const clock = dated({ timeStyle: 'medium' })
  const hour = dated({ timeStyle: 'short' })
  const weekday = dated({ weekday: 'short', hour: 'numeric', minute: '2-digit' })

  /** The two largest parts, down to minutes: 3 days, 4 hours. */
  function duration(seconds: number): string {
    const parts = [
      { value: Math.floor(seconds / 86_400), unit: 'day' },
      { value: Math.floor((seconds % 86_400) / 3600), unit: 'hour' },
      { value: Math.floor((seconds % 3600) / 60), unit: 'minute' },
    ]
    const first = parts.findIndex(({ value }) => value > 0)
    const shown = first < 0 ? [{ value: Math.floor(seconds), unit: 'second' }] : parts.slice(first, first + 2)
    const texts = shown
      .filter(({ value }, i) => i === 0 || value > 0)
      .map(({ value, unit }) => format(value, { style: 'unit', unit, unitDisplay: 'long' }))
    return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(texts)
  }

  return {
    bytes: (bytes: number) => amount(bytes, ''),
    rate: (bytesPerSecond: number) => amount(bytesPerSecond, '/s'),
    percent: (percent: number) => format(percent / 100, { style: 'percent', maximumFractionDigits: 0 }),
    count: (value: number) => format(value, {}),
    decimal: (value: number) => format(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    /** Time of day from unix seconds. */
    clock: (seconds: number) => clock.format(seconds * 1000),
    /** The same without seconds, with the day of the week. */
    hour: (seconds: number) => hour.format(seconds * 1000),
    weekday: (seconds: number) => weekday.format(seconds * 1000),
    duration,
    date: (ms: number) => day.format(ms),
    moment: (ms: number) => moment.format(ms),
    month: (ms: number) => month.format(ms),
    /** The name of the time zone used here. */
    zone: moment.resolvedOptions().timeZone,
    /** A year or a day of a month: digits without separators. */
    plain: (value: number) => format(value, { useGrouping: false }),
    fromNow,
    days: (count: number) => format(count, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
  }
}
