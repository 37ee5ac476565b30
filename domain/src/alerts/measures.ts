import type { Measures } from './texts.ts'

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** How a message of the server writes bytes and times: in its language, in the zone of the panel. */
export function measuresIn(language: string, zone: string): Measures {
  // Made when they are needed: an idle panel must not load the data of languages.
  let number: Intl.NumberFormat | undefined
  let date: Intl.DateTimeFormat | undefined
  const withDigits = () => {
    number ??= new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
    return number
  }
  const withTime = () => {
    date ??= new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
    return date
  }
  return {
    bytes(value) {
      const step = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(value) / 10))
      return `${withDigits().format(value / 1024 ** step)} ${units[step]}`
    },
    time: (ms) => (ms > 0 ? withTime().format(ms) : '-'),
  }
}
