const STEP = 1024
/** The same letters in every language: that is how operators read and type them. */
const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** A figure keeps its own direction inside a sentence of the other one (first strong isolate). */
const isolated = (text: string) => `\u2068${text}\u2069`

/** Bytes, shares and times in the way of a language. */
export function createMeasures(locale: string) {
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

  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  /** In the largest unit that fills: in 12 days, 3 hours ago. */
  function fromNow(ms: number, now: number): string {
    const seconds = Math.round((ms - now) / 1000)
    const steps = [
      { unit: 'year', size: 31_536_000 },
      { unit: 'month', size: 2_592_000 },
      { unit: 'day', size: 86_400 },
      { unit: 'hour', size: 3600 },
      { unit: 'minute', size: 60 },
    ] as const
    // Months begin at two: "in 1 month" says less than "in 32 days".
    const step = steps.find(({ unit, size }) => Math.abs(seconds) >= (unit === 'month' ? 2 * size : size))
    if (!step) return relative.format(0, 'second')
    return relative.format(Math.round(seconds / step.size), step.unit)
  }

  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
  const hour = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', hour: 'numeric', minute: '2-digit' })

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
    /** Time of day of unix seconds. */
    clock: (seconds: number) => clock.format(seconds * 1000),
    /** The same without seconds, and with the day of the week. */
    hour: (seconds: number) => hour.format(seconds * 1000),
    weekday: (seconds: number) => weekday.format(seconds * 1000),
    duration,
    /** The calendar is that of the language: Persian reads Jalali. */
    date: (ms: number) => day.format(ms),
    moment: (ms: number) => moment.format(ms),
    fromNow,
    days: (count: number) => format(count, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
  }
}
