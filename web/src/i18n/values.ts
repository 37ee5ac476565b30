import { numberIn, type Writing } from '#domain/words/format.ts'
import { type LanguageCode, languages } from '#domain/words/languages.ts'

/** Keeps a value's own direction inside a sentence that reads from right to left: "http://a/sub/" keeps its last slash. */
const isolated = (text: string) => (/[A-Za-z]/.test(text) ? `\u2068${text}\u2069` : text)

/** How the screens write values into a sentence: numbers as the language does. */
export function valuesIn(language: LanguageCode): Writing<string | number> {
  const { locale, dir } = languages[language]
  return {
    locale,
    write(value = '') {
      if (typeof value === 'number') return numberIn(locale, value)
      return dir === 'rtl' ? isolated(value) : value
    },
  }
}
