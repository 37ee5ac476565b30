import type { SpeedNow, SpeedReason } from '#contract/terms.ts'
import type { ToldTerms } from '../../store/terms.ts'
import type { Member } from '../feed.ts'
import { type Html, html } from './html.ts'
import type { Speech } from './language.ts'

/** An id with more clients than this comes from an import: the first ones are shown. */
const mostShown = 5

const speedText = (bits: number, speech: Speech): string =>
  speech.say('speed.megabits', { speed: speech.number(bits / 1_000_000) })

function direction(sign: string, { speed, reason }: SpeedNow, speech: Speech): string {
  const text = speed > 0 ? speedText(speed, speech) : reason === 'inbounds' ? '?' : speech.say('speed.none')
  return `${sign} ${text}`
}

/** Both directions, with one reason for both, or with its own for each. */
function speedLines({ down, up }: ToldTerms, speech: Speech): string[] {
  const because = (sign: string, why: SpeedReason) =>
    why === '' ? [] : [`${sign}${speech.say(`speed.${why}`)}`]
  const reasons =
    down.reason === up.reason
      ? because('', down.reason)
      : [...because('↓ ', down.reason), ...because('↑ ', up.reason)]
  const isKnown = down.speed > 0 || up.speed > 0
  const speeds = isKnown
    ? `${direction('↓', down, speech)} · ${direction('↑', up, speech)}`
    : speech.say('speed.none')
  return isKnown || reasons.length === 0 ? [speeds, ...reasons] : reasons
}

function endLines({ endSpeed, renews }: ToldTerms, speech: Speech): string[] {
  const then =
    endSpeed > 0
      ? speech.say('speed.endSlow', { speed: speedText(endSpeed, speech) })
      : speech.say('speed.endCut')
  return renews ? [then, speech.say('speed.renews')] : [then]
}

const dayLines = ({ fairUse, fairUseSpeed }: ToldTerms, speech: Speech): string[] =>
  fairUse > 0
    ? [
        speech.say('speed.allowance', {
          amount: speech.bytes(fairUse),
          speed: speedText(fairUseSpeed, speech),
        }),
      ]
    : []

/** The first line is the answer, the others say why. */
const lined = ([first = '', ...others]: readonly string[]): Html =>
  html`<span>${first}</span>${others.map((line) => html`<p class="soft">${line}</p>`)}`

/** What holds for all of them is said once. */
function row(title: string, told: readonly { email: string; lines: readonly string[] }[]): Html | null {
  const shown = told.filter(({ lines }) => lines.length > 0)
  const [first] = shown
  if (!first) return null
  const isSame =
    shown.length === told.length && told.every(({ lines }) => lines.join('\n') === first.lines.join('\n'))
  const parts = isSame
    ? [lined(first.lines)]
    : shown.map(({ email, lines }) => html`<p class="soft"><bdi>${email}</bdi></p>${lined(lines)}`)
  return html`<div><dt>${title}</dt><dd>${parts}</dd></div>`
}

/** The speed that holds now with the reason, what happens at the end, and the allowance of a day. */
export function termRows(terms: readonly ToldTerms[], members: readonly Member[], speech: Speech): Html {
  const shown = terms.slice(0, mostShown)
  const ending = new Set(members.flatMap((m) => (m.total > 0 || m.expiryTime !== 0 ? [m.email] : [])))
  const of = (lines: (one: ToldTerms) => string[]) =>
    shown.map((one) => ({ email: one.email, lines: lines(one) }))
  return html`${row(
    speech.say('speed.title'),
    of((one) => speedLines(one, speech)),
  )}${row(
    speech.say('speed.atEnd'),
    of((one) => (ending.has(one.email) ? endLines(one, speech) : [])),
  )}${row(
    speech.say('speed.eachDay'),
    of((one) => dayLines(one, speech)),
  )}`
}

/** What a client that goes on slowly is told first; blank if its terms are not known. */
export function goesOnText(terms: readonly ToldTerms[], speech: Speech): string {
  const slow = terms.find(({ endSpeed }) => endSpeed > 0)
  return slow ? speech.say('speed.goesOn', { speed: speedText(slow.endSpeed, speech) }) : ''
}
