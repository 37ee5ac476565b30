const STEP = 1024
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const

/** Bytes, shares and times in the way of a language. */
export function createMeasures(locale: string) {
  const cached = new Map<string, Intl.NumberFormat>()
  function format(value: number, options: Intl.NumberFormatOptions): string {
    const key = JSON.stringify(options)
    const found = cached.get(key) ?? new Intl.NumberFormat(locale, options)
    cached.set(key, found)
    return found.format(value)
  }

  function amount(bytes: number, per: '' | '-per-second'): string {
    let rest = bytes
    let step = 0
    while (rest >= 1000 && step < units.length - 1) {
      rest /= STEP
      step += 1
    }
    const digits = step === 0 || rest >= 100 ? 0 : 1
    return format(rest, {
      style: 'unit',
      unit: `${units[step]}${per}`,
      unitDisplay: step === 0 && per === '' ? 'narrow' : 'short',
      maximumFractionDigits: digits,
    })
  }

  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
  const part = (value: number, unit: string) => format(value, { style: 'unit', unit, unitDisplay: 'long' })

  return {
    bytes: (bytes: number) => amount(bytes, ''),
    rate: (bytesPerSecond: number) => amount(bytesPerSecond, '-per-second'),
    percent: (percent: number) => format(percent / 100, { style: 'percent', maximumFractionDigits: 0 }),
    count: (value: number) => format(value, {}),
    /** Time of day of unix seconds. */
    clock: (seconds: number) => clock.format(seconds * 1000),
    decimal: (value: number) => format(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    /** The two largest parts: 3 days, 4 hours. */
    duration(seconds: number): string {
      const parts = [
        [Math.floor(seconds / 86_400), 'day'],
        [Math.floor((seconds % 86_400) / 3600), 'hour'],
        [Math.floor((seconds % 3600) / 60), 'minute'],
        [Math.floor(seconds % 60), 'second'],
      ] as const
      const first = parts.findIndex(([value]) => value > 0)
      const shown = parts.slice(Math.max(first, 0), Math.max(first, 0) + 2).filter(([value]) => value > 0)
      const texts = (shown.length > 0 ? shown : [[0, 'second'] as const]).map(([value, unit]) =>
        part(value, unit),
      )
      return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(texts)
    },
  }
}
