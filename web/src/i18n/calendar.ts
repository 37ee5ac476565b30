import type { LanguageCode } from '#domain/words/languages.ts'

/** Named as in Intl. */
export const calendars = ['gregory', 'persian'] as const
export type Calendar = (typeof calendars)[number]

const STORED = 'sluice-calendar'

/** The default of the language. */
export const calendarOf = (language: LanguageCode): Calendar => (language === 'fa' ? 'persian' : 'gregory')

/** Storage may be blocked; then the language decides each time. */
export function chosenCalendar(): Calendar | undefined {
  try {
    const stored = localStorage.getItem(STORED)
    return calendars.find((calendar) => calendar === stored)
  } catch {
    return undefined
  }
}

export function rememberCalendar(calendar: Calendar): void {
  try {
    localStorage.setItem(STORED, calendar)
  } catch {
    // Kept until the page is reloaded.
  }
}
