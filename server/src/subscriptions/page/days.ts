import { type Html, html } from './html.ts'
import type { Speech } from './language.ts'

/** What all clients of a subscription used in a day, in bytes. */
export interface DayUsage {
  /** The day's first second, by the panel's clock. */
  at: number
  bytes: number
}

const [width, height, gap] = [300, 64, 2]

/** Bars of the last days; the figures are in a table for those who cannot see them. */
export function daysChart(days: readonly DayUsage[], speech: Speech): Html | null {
  const most = Math.max(0, ...days.map(({ bytes }) => bytes))
  if (most === 0) return null
  const step = width / days.length
  const bars = days.map(({ bytes }, i) => {
    const tall = bytes === 0 ? 0 : Math.max(1.5, (bytes / most) * height)
    return html`<rect x="${(i * step + gap / 2).toFixed(1)}" y="${(height - tall).toFixed(1)}" width="${(step - gap).toFixed(1)}" height="${tall.toFixed(1)}" rx="1"/>`
  })
  const title = speech.say('perDay', { days: speech.days(days.length) })
  const used = days.filter(({ bytes }) => bytes > 0)
  const rows = used.map(
    ({ at, bytes }) => html`<tr><td>${speech.date(at * 1_000)}</td><td>${speech.bytes(bytes)}</td></tr>`,
  )
  return html`<div class="days"><h2>${title}</h2><svg class="bars" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">${bars}</svg><p class="soft">${speech.say('mostInDay', { amount: speech.bytes(most) })}</p><details><summary>${speech.say('figures')}</summary><table>${rows}</table></details></div>`
}
