import { type LanguageCode, languageOf } from '#domain/words/languages.ts'

const STORED = 'sluice-language'

/** Storage may be blocked; then the browser's language decides each time. */
export function chosenLanguage(): LanguageCode {
  const wished = navigator.languages.map(languageOf).find(Boolean)
  try {
    return languageOf(localStorage.getItem(STORED) ?? '') ?? wished ?? 'en'
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
