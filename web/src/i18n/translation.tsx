import { useDirection } from '@mantine/core'
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { format } from '#domain/words/format.ts'
import { type LanguageCode, languages } from '#domain/words/languages.ts'
import { type Calendar, calendarOf, chosenCalendar, rememberCalendar } from './calendar.ts'
import { rememberLanguage } from './chosen-language.ts'
import { createMeasures } from './measures.ts'
import type { PlainKey, Translate } from './translate.ts'
import { valuesIn } from './values.ts'
import { words } from './words.ts'

export type { PlainKey, Translate }

type Values = Readonly<Record<string, string | number>>

interface Translation {
  t: Translate
  measures: ReturnType<typeof createMeasures>
  language: LanguageCode
  choose(language: LanguageCode): void
  calendar: Calendar
  chooseCalendar(calendar: Calendar): void
}

const TranslationContext = createContext<Translation | undefined>(undefined)

export function TranslationProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(words.language)
  const [wished, setWished] = useState(chosenCalendar)
  const calendar = wished ?? calendarOf(language)
  const { setDirection } = useDirection()
  const { locale, dir } = languages[language]

  useEffect(() => {
    document.documentElement.lang = language
    setDirection(dir)
  }, [language, dir, setDirection])

  const value = useMemo<Translation>(() => {
    const written = valuesIn(language)
    const messages = words.textsOf(language)
    return {
      // A page renders only when its messages are loaded (files.test.ts), so the key itself is never seen.
      t: (key, ...[values = {}]: [values?: Values]) => format(messages[key] ?? key, values, written),
      measures: createMeasures(locale, calendar),
      language,
      async choose(next) {
        // If the messages cannot be loaded, the language stays; the banner says that the panel is
        // unreachable.
        if (!(await words.speak(next).catch(() => false))) return
        rememberLanguage(next)
        setLanguage(next)
      },
      calendar,
      chooseCalendar(next) {
        rememberCalendar(next)
        setWished(next)
      },
    }
  }, [language, locale, calendar])

  return <TranslationContext value={value}>{children}</TranslationContext>
}

export function useTranslation(): Translation {
  const translation = use(TranslationContext)
  if (!translation) throw new Error('useTranslation outside of its provider')
  return translation
}
