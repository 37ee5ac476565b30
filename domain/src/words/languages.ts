interface Language {
  /** Written in the language itself, so that its speakers can find it. */
  name: string
  /** How numbers and dates are written in the browser. */
  locale: string
  dir: 'ltr' | 'rtl'
}

/** Every language of the panel, its bot and its mails: each has a folder of this name in `locales/`. */
export const languages = {
  en: { name: 'English', locale: 'en-US', dir: 'ltr' },
  fa: { name: 'فارسی', locale: 'fa-IR', dir: 'rtl' },
  ru: { name: 'Русский', locale: 'ru-RU', dir: 'ltr' },
  zh: { name: '简体中文', locale: 'zh-CN', dir: 'ltr' },
  // Latin digits, as in ports and addresses; operators in all Arabic countries read them.
  ar: { name: 'العربية', locale: 'ar-u-nu-latn', dir: 'rtl' },
  tr: { name: 'Türkçe', locale: 'tr-TR', dir: 'ltr' },
  es: { name: 'Español', locale: 'es-ES', dir: 'ltr' },
} satisfies Record<string, Language>

export type LanguageCode = keyof typeof languages
export const languageCodes = Object.keys(languages) as LanguageCode[] // exactly the keys above

const isLanguage = (code: string): code is LanguageCode => Object.hasOwn(languages, code)

/** `fa-IR`, `fa_IR` and `fa` are Persian; undefined for a language that the panel does not speak. */
export function languageOf(code: string): LanguageCode | undefined {
  const [short = ''] = code.toLowerCase().split(/[-_]/)
  return isLanguage(short) ? short : undefined
}
