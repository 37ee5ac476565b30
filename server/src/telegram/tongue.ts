import type { Coded } from '#contract/coded.ts'
import { fill } from '#domain/coded.ts'
import { type Measures, measuresOf } from '#domain/measures.ts'
import { codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import type { RefusalCode } from '#domain/refusals/table.ts'
import { refusalFiles } from '#domain/words/files.ts'
import { escaped, Html } from './html.ts'
import type { Language } from './languages.ts'
import { type WordKey, words } from './words.ts'

export type Values = Readonly<Record<string, string | number | Html>>

/** Everything that is said in one language. */
export interface Tongue extends Measures {
  language: Language
  /** For buttons and short answers, which have no marks. */
  t(key: WordKey, values?: Values): string
  /** For messages: what is filled in is escaped. */
  h(key: WordKey, values?: Values): string
  /** Why something failed, without marks. Only our own sentences are for people; the rest is for the log. */
  why(error: unknown): Promise<string>
}

/** A sentence that a language lacks is said in English. */
async function refusalIn(language: Language, refused: Coded): Promise<string> {
  if (language === 'en') return inEnglish(refused)
  const texts = await refusalFiles[language]()
  const say = (said: Coded): string => {
    const text = Object.hasOwn(texts, said.code) ? texts[said.code as RefusalCode] : undefined
    return text === undefined ? inEnglish(said) : fill(text, said.params, say)
  }
  return say(refused)
}

export function tongueOf(language: Language): Tongue {
  const measures = measuresOf(language)
  const filled = (text: string, values: Values, shown: (value: string | Html) => string) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name] ?? ''
      return shown(typeof value === 'number' ? measures.number(value) : value)
    })
  return {
    ...measures,
    language,
    t: (key, values = {}) =>
      filled(words[language][key], values, (value) => (value instanceof Html ? value.text : value)),
    h: (key, values = {}) =>
      filled(escaped(words[language][key]), values, (value) =>
        value instanceof Html ? value.text : escaped(value),
      ),
    why: (error) =>
      refusalIn(language, codedOf(error instanceof Refusal ? error : new Refusal('panel.failed'))),
  }
}
