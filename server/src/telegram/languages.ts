/** The languages of the bot, each by its own name. */
export const languageNames = {
  en: 'English',
  fa: 'فارسی',
  ru: 'Русский',
  zh: '中文',
  ar: 'العربية',
  tr: 'Türkçe',
  es: 'Español',
} as const

export type Language = keyof typeof languageNames
export const languages = Object.keys(languageNames) as Language[] // exactly the keys above

const isLanguage = (code: string): code is Language => Object.hasOwn(languageNames, code)

/** `fa-IR` and `fa` are both Persian; undefined for a language that the bot does not speak. */
export function languageOf(code: string): Language | undefined {
  const [short = ''] = code.toLowerCase().split(/[-_]/)
  return isLanguage(short) ? short : undefined
}
