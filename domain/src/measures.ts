/** Amounts and times in the words of a language. */
export type Measures = ReturnType<typeof createMeasures>

const made = new Map<string, Measures>()

/** Formatters are expensive to create and cheap to use: one set per language. */
export function measuresOf(language: string): Measures {
  const known = made.get(language) ?? createMeasures(language)
  made.set(language, known)
  return known
}

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const
const minute = 60_000
const steps = [
  ['day', 1440 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const

function createMeasures(language: string) {
  const sizes = units.map(
    (unit) =>
      new Intl.NumberFormat(language, {
        style: 'unit',
        unit,
        unitDisplay: 'short',
        maximumFractionDigits: 1,
      }),
  )
  const plain = new Intl.NumberFormat(language)
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  const days = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const distance = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })

  return {
    bytes(count: number): string {
      const kilobytes = count / 1024
      const step = kilobytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(kilobytes) / 10))
      return sizes[step]?.format(kilobytes / 1024 ** step) ?? ''
    },
    number: (value: number) => plain.format(value),
    percent: (value: number) => share.format(value),
    days: (count: number) => days.format(count),
    date: (at: number) => dates.format(at),
    /** Date and time of day, in a time zone. */
    moment(at: number, timeZone: string): string {
      const zone = timeZone === 'Local' ? {} : { timeZone }
      return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', ...zone }).format(
        at,
      )
    },
    /** "in 3 days", "2 hours ago". */
    relative(at: number, now: number): string {
      const away = at - now
      const [unit, size] = steps.find(([, ms]) => Math.abs(away) >= ms) ?? ['minute', minute]
      // By the calendar, as the dates beside it: 40 hours may reach the day after tomorrow.
      if (unit === 'day') return distance.format(Math.floor(at / size) - Math.floor(now / size), unit)
      return distance.format(Math.trunc(away / size), unit)
    },
  }
}
