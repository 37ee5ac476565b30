import { dayMs } from '#domain/clients/expiry.ts'
import { isDepleted } from '#domain/clients/status.ts'
import { type ClientUsage, sumOf } from '#domain/subscription/headers.ts'
import type { ToldTerms } from '../../store/terms.ts'
import type { Holder, Member } from '../feed.ts'
import type { UsedPlace } from '../used-places.ts'
import { type Html, html } from './html.ts'
import type { Speech } from './language.ts'
import { termRows } from './speed.ts'

type PersonStatus = 'active' | 'slow' | 'expired' | 'usedUp' | 'off'

function memberStanding(m: Member, now: number): PersonStatus {
  const { expiryTime, total, used } = m
  if (m.enable && m.slowed === 'ended') return 'slow'
  if (isDepleted({ expiryTime, quota: total, used }, now))
    return total > 0 && used >= total ? 'usedUp' : 'expired'
  return m.enable ? 'active' : 'off'
}

/** Active as long as one of its clients is; slow if the best of them goes on slowly. */
export function statusOf({ members }: Holder, now: number): PersonStatus {
  const all = members.map((member) => memberStanding(member, now))
  return (['active', 'slow'] as const).find((status) => all.includes(status)) ?? all[0] ?? 'off'
}

type Shown = Required<ClientUsage> & Pick<Member, 'lastOnline'>

/** The used share of the quota, 0 to 1; null without a quota. */
const shareOf = (h: Shown): number | null => (h.total > 0 ? Math.min(1, h.used / h.total) : null)

const colourOf = (share: number): string => (share >= 0.95 ? ' bad' : share >= 0.8 ? ' warn' : '')

function ring(h: Shown, speech: Speech): Html {
  const share = shareOf(h)
  const gone = share === null ? 100 : Math.round(share * 100)
  const part =
    gone === 0
      ? null
      : html`<circle class="part${colourOf(share ?? 0)}" cx="50" cy="50" r="42" fill="none" stroke-width="11" stroke-linecap="round" pathLength="100" stroke-dasharray="${gone} 100" transform="rotate(-90 50 50)"/>`
  const label = share === null ? '∞' : speech.percent(share)
  return html`<svg class="ring" viewBox="0 0 100 100" aria-hidden="true"><circle class="track" cx="50" cy="50" r="42" fill="none" stroke-width="11"/>${part}<text x="50" y="57">${label}</text></svg>`
}

function expiry(h: Shown, speech: Speech, now: number): string {
  if (h.expiryTime === 0) return speech.say('noExpiry')
  if (h.expiryTime < 0)
    return speech.say('fromFirstUse', { days: speech.days(Math.round(-h.expiryTime / dayMs)) })
  return `${speech.date(h.expiryTime)} (${speech.relative(h.expiryTime, now)})`
}

function presence(h: Shown, online: boolean, speech: Speech, now: number): Html | null {
  if (online) return html`<p class="on"><span class="dot"></span>${speech.say('online')}</p>`
  // An imported client may have traffic without a known last-online time.
  if (h.lastOnline === 0 && h.up + h.down > 0) return null
  const text =
    h.lastOnline > 0
      ? speech.say('lastSeen', { when: speech.relative(h.lastOnline, now) })
      : speech.say('neverSeen')
  return html`<p class="soft">${text}</p>`
}

interface Seen {
  online: boolean
  days: readonly DayUsage[]
  terms: readonly ToldTerms[]
  places: readonly UsedPlace[]
}

export function usageCard(
  { members }: Holder,
  { online, days, terms, places }: Seen,
  speech: Speech,
  now: number,
): Html {
  const h: Shown = { ...sumOf(members), lastOnline: Math.max(...members.map((m) => m.lastOnline)) }
  const shared = h.sharedBy
    ? html`<p class="soft">${speech.say('shared', { amount: speech.bytes(h.up + h.down) })}</p>`
    : null
  const quota =
    h.total > 0
      ? html`<p class="soft">${speech.say('ofTotal', { total: speech.bytes(h.total) })}</p><p>${speech.say('left', { amount: speech.bytes(Math.max(0, h.total - h.used)) })}</p>${shared}`
      : html`<p class="soft">${speech.say('unlimited')}</p>`
  return html`<section class="card usage">${ring(h, speech)}<div><p class="big">${speech.bytes(h.used)}</p>${quota}${presence(h, online, speech, now)}</div>
<dl><div><dt>${speech.say('download')}</dt><dd>${speech.bytes(h.down)}</dd></div><div><dt>${speech.say('upload')}</dt><dd>${speech.bytes(h.up)}</dd></div><div><dt>${speech.say('expires')}</dt><dd>${expiry(h, speech, now)}</dd></div>${termRows(terms, members, speech)}</dl>${placesTable(places, speech)}${daysChart(days, speech)}</section>`
}

function placeText({ used, charged }: UsedPlace, speech: Speech): string {
  const amount = speech.bytes(used)
  if (used === charged) return amount
  return charged === 0
    ? speech.say('places.free', { amount })
    : speech.say('places.charged', { amount, charged: speech.bytes(charged) })
}

/** What was used on which server, by the name that it has in the app. */
function placesTable(places: readonly UsedPlace[], speech: Speech): Html | null {
  if (places.length === 0) return null
  const rows = places.map(
    (place) =>
      html`<tr><td><bdi>${place.name || speech.say('places.others')}</bdi></td><td>${placeText(place, speech)}</td></tr>`,
  )
  return html`<div class="days"><h2>${speech.say('places.title')}</h2><table>${rows}</table></div>`
}

/** What all clients of a subscription used in a day, in bytes. */
export interface DayUsage {
  /** The day's first second, by the panel's clock. */
  at: number
  bytes: number
}

const [width, height, gap] = [300, 64, 2]

/** Bars of the last days; the figures are in a table for those who cannot see them. */
function daysChart(days: readonly DayUsage[], speech: Speech): Html | null {
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
