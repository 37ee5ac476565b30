import type { Measures } from './texts.ts'

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** How a message of the server writes bytes and times: in its language, in the zone of the panel. */
export function measuresIn(language: string, zone: string): Measures {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const date = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  })
  return {
    bytes(value) {
      const step = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(value) / 10))
      return `${number.format(value / 1024 ** step)} ${units[step]}`
    },
    time: (ms) => (ms > 0 ? date.format(ms) : '-'),
  }
}
