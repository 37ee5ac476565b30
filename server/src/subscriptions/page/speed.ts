import type { SpeedNow, SpeedReason } from '#contract/terms.ts'
import type { ToldTerms } from '../../store/terms.ts'
import type { Member } from '../feed.ts'
import { type Html, html } from './html.ts'
import { filled, type Speech } from './language.ts'
import { type SpeedWords, speedWords } from './speed-words.ts'

/** An id with more clients than this comes from an import: the first ones are shown. */
const mostShown = 5

interface Said {
  speech: Speech
  words: SpeedWords
}

const speedText = (bits: number, { speech, words }: Said): string =>
  filled(words.megabits, { speed: speech.number(bits / 1_000_000) })

function direction(sign: string, { speed, reason }: SpeedNow, said: Said): string {
  const text = speed > 0 ? speedText(speed, said) : reason === 'inbounds' ? '?' : said.words.none
  return `${sign} ${text}`
}

/** Both directions, with one reason for both, or with its own for each. */
function speedLines({ down, up }: ToldTerms, said: Said): string[] {
  const { words } = said
  const because = (sign: string, why: SpeedReason) => (why === '' ? [] : [`${sign}${words[why]}`])
  const reasons =
    down.reason === up.reason
      ? because('', down.reason)
      : [...because('↓ ', down.reason), ...because('↑ ', up.reason)]
  const isKnown = down.speed > 0 || up.speed > 0
  const speeds = isKnown ? `${direction('↓', down, said)} · ${direction('↑', up, said)}` : words.none
  return isKnown || reasons.length === 0 ? [speeds, ...reasons] : reasons
}

function endLines({ endSpeed, renews }: ToldTerms, said: Said): string[] {
  const { words } = said
  const then = endSpeed > 0 ? filled(words.endSlow, { speed: speedText(endSpeed, said) }) : words.endCut
  return renews ? [then, words.renews] : [then]
}

const dayLines = ({ fairUse, fairUseSpeed }: ToldTerms, said: Said): string[] =>
  fairUse > 0
    ? [
        filled(said.words.allowance, {
          amount: said.speech.bytes(fairUse),
          speed: speedText(fairUseSpeed, said),
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
  const words = speedWords[speech.language]
  const said = { speech, words }
  const shown = terms.slice(0, mostShown)
  const ending = new Set(members.flatMap((m) => (m.total > 0 || m.expiryTime !== 0 ? [m.email] : [])))
  const of = (lines: (one: ToldTerms) => string[]) =>
    shown.map((one) => ({ email: one.email, lines: lines(one) }))
  return html`${row(
    words.title,
    of((one) => speedLines(one, said)),
  )}${row(
    words.atEnd,
    of((one) => (ending.has(one.email) ? endLines(one, said) : [])),
  )}${row(
    words.eachDay,
    of((one) => dayLines(one, said)),
  )}`
}

/** What a client that goes on slowly is told first; blank if its terms are not known. */
export function goesOnText(terms: readonly ToldTerms[], speech: Speech): string {
  const words = speedWords[speech.language]
  const slow = terms.find(({ endSpeed }) => endSpeed > 0)
  return slow ? filled(words.goesOn, { speed: speedText(slow.endSpeed, { speech, words }) }) : ''
}

export const slowWord = ({ language }: Speech): string => speedWords[language].slow
