import type { LanguageCode } from './languages.ts'

/** As Intl calls them. */
export const calendars = ['gregory', 'persian'] as const
export type Calendar = (typeof calendars)[number]

const STORED = 'sluice-calendar'

/** The habit of the language, until somebody chooses. */
export const calendarOf = (language: LanguageCode): Calendar => (language === 'fa' ? 'persian' : 'gregory')

/** Storage may be forbidden: then the language decides each time. */
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
    // It holds until the page is loaded again.
  }
}
