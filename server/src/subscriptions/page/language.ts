import { type Language, type Words, words } from './words.ts'

const isLanguage = (code: string): code is Language => Object.hasOwn(words, code)
const rightToLeft: ReadonlySet<Language> = new Set(['fa', 'ar'])

/** The reader's most preferred language that the page supports. */
export function languageOf(accept: string): Language {
  const wanted = accept
    .slice(0, 512)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().split(';')
      const weight = rest.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find((q) => q !== undefined)
      return { code: tag.toLowerCase().split('-')[0] ?? '', weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return wanted.map(({ code }) => code).find(isLanguage) ?? 'en'
}

export interface Speech {
  language: Language
  direction: 'ltr' | 'rtl'
  say(key: keyof Words, values?: Record<string, string>): string
  bytes(count: number): string
  number(value: number): string
  percent(share: number): string
  days(count: number): string
  date(at: number): string
  /** "in 3 days", "2 hours ago". */
  relative(at: number, now: number): string
}

const made = new Map<Language, Speech>()

/** Formatters are expensive to create and cheap to use: one set per language. */
export function speechOf(language: Language): Speech {
  const known = made.get(language) ?? createSpeech(language)
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

function createSpeech(language: Language): Speech {
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
    language,
    direction: rightToLeft.has(language) ? 'rtl' : 'ltr',
    say: (key, values = {}) =>
      words[language][key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
    bytes(count) {
      const kilobytes = count / 1024
      const step = kilobytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(kilobytes) / 10))
      return sizes[step]?.format(kilobytes / 1024 ** step) ?? ''
    },
    number: (value) => plain.format(value),
    percent: (value) => share.format(value),
    days: (count) => days.format(count),
    date: (at) => dates.format(at),
    relative(at, now) {
      const away = at - now
      const [unit, size] = steps.find(([, ms]) => Math.abs(away) >= ms) ?? ['minute', minute]
      return distance.format(Math.trunc(away / size), unit)
    },
  }
}
