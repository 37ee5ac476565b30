import type { Coded } from '#contract/coded.ts'
import { fill } from '#domain/coded.ts'
import { type Measures, measuresOf } from '#domain/measures.ts'
import { codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import { format } from '#domain/words/format.ts'
import type { Args, KeyOf, PlainKey } from '#domain/words/keys.ts'
import type { LanguageCode } from '#domain/words/languages.ts'
import { wordsIn } from '../platform/words.ts'
import { escaped, Html } from './html.ts'

type WordKey = KeyOf<'bot'>
/** A text without values. */
export type PlainWord = PlainKey<'bot'>
type Value = string | number | Html
type Values = Readonly<Record<string, Value>>
type Say = <Key extends WordKey>(key: Key, ...values: Args<'bot', Key, Value>) => string

/** Everything that is said in one language. */
export interface Translator extends Measures {
  language: LanguageCode
  /** For buttons and short answers, which have no marks. */
  t: Say
  /** For messages: what is filled in is escaped. */
  h: Say
  /** A sentence of the panel, without marks. */
  say(sentence: Coded): string
  /** Why something failed, without marks. Only our own sentences are for people; the rest is for the log. */
  why(error: unknown): string
}

/** A sentence that this version does not know is said as it is. */
function refusalIn(language: LanguageCode, { code, params }: Coded): string {
  const texts: Readonly<Partial<Record<string, string>>> = wordsIn(language, 'refusals')
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined
  if (text === undefined) return inEnglish({ code, params })
  return fill(text, params, { locale: language, say: (inner) => refusalIn(language, inner) })
}

export function translatorFor(language: LanguageCode): Translator {
  const measures = measuresOf(language)
  const words = () => wordsIn(language, 'bot')
  const filled = (text: string, values: Values, shown: (value: string | Html) => string) =>
    format(text, values, {
      locale: language,
      write: (value = '') => shown(typeof value === 'number' ? measures.number(value) : value),
    })
  return {
    ...measures,
    language,
    t: (key, ...[values = {}]: [values?: Values]) =>
      filled(words()[key], values, (value) => (value instanceof Html ? value.text : value)),
    h: (key, ...[values = {}]: [values?: Values]) =>
      filled(escaped(words()[key]), values, (value) => (value instanceof Html ? value.text : escaped(value))),
    say: (sentence) => refusalIn(language, sentence),
    why: (error) =>
      refusalIn(language, codedOf(error instanceof Refusal ? error : new Refusal('panel.failed'))),
  }
}
