import { type Measures, measuresOf } from '#domain/measures.ts'
import { format } from '#domain/words/format.ts'
import type { Args, KeyOf } from '#domain/words/keys.ts'
import { type LanguageCode, languageOf, languages } from '#domain/words/languages.ts'
import { wordsIn } from '../../platform/words.ts'

/** The reader's most preferred language that the page supports. */
export function languageFor(accept: string): LanguageCode {
  const wanted = accept
    .slice(0, 512)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().split(';')
      const weight = rest.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find((q) => q !== undefined)
      return { language: languageOf(tag), weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return wanted.find(({ language }) => language)?.language ?? 'en'
}

export interface Speech extends Measures {
  language: LanguageCode
  direction: 'ltr' | 'rtl'
  say<Key extends KeyOf<'person'>>(key: Key, ...values: Args<'person', Key, string>): string
}

export const speechOf = (language: LanguageCode): Speech => ({
  ...measuresOf(language),
  language,
  direction: languages[language].dir,
  say: (key, ...[values = {}]: [values?: Readonly<Record<string, string>>]) =>
    format(wordsIn(language, 'person')[key], values, { locale: language, write: (value = '') => value }),
})
