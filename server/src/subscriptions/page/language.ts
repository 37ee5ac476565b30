import { type Measures, measuresOf } from '#domain/measures.ts'
import { type Language, type Words, words } from './words.ts'

export const isLanguage = (code: string): code is Language => Object.hasOwn(words, code)
/** Each in its own words. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  fa: 'فارسی',
  ar: 'العربية',
  ru: 'Русский',
  zh: '中文',
  tr: 'Türkçe',
  es: 'Español',
}
const rightToLeft: ReadonlySet<Language> = new Set(['fa', 'ar'])

/** The reader's most preferred language that the page supports. */
export function languageOf(accept: string): Language {
  const wanted = accept
    .slice(0, 512)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().split(';')
      const weight = rest.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find((q) => q !== undefined)
      return { code: tag.toLowerCase().split('-')[0] ?? '', weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return wanted.map(({ code }) => code).find(isLanguage) ?? 'en'
}

export interface Speech extends Measures {
  language: Language
  direction: 'ltr' | 'rtl'
  say(key: keyof Words, values?: Record<string, string>): string
}

export const speechOf = (language: Language): Speech => ({
  ...measuresOf(language),
  language,
  direction: rightToLeft.has(language) ? 'rtl' : 'ltr',
  say: (key, values = {}) => filled(words[language][key], values),
})

/** `{x}` becomes its value. */
export const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
