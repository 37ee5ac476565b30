import { type Measures, measuresOf } from '#domain/measures.ts'
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
  }
}
