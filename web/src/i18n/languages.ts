interface Language {
  /** Written in the language itself, so that its speakers can find it. */
  name: string
  locale: string
  dir: 'ltr' | 'rtl'
}

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

const STORED = 'sluice-language'
const known = (code: string | null | undefined) => languageCodes.find((language) => language === code)

/** Storage may be blocked; then the browser's language decides each time. */
export function chosenLanguage(): LanguageCode {
  const wished = navigator.languages.map((tag) => known(tag.split('-')[0])).find(Boolean)
  try {
    return known(localStorage.getItem(STORED)) ?? wished ?? 'en'
  } catch {
    return wished ?? 'en'
  }
}

export function rememberLanguage(code: LanguageCode): void {
  try {
    localStorage.setItem(STORED, code)
  } catch {
    // Kept until the page is reloaded.
  }
}
