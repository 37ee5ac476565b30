import { useDirection } from '@mantine/core'
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import type { en, Key, Messages } from './en.ts'
import { type ArgNames, createFormat, type Values } from './icu.ts'
import { type LanguageCode, languages, rememberLanguage } from './languages.ts'
import { createMeasures } from './measures.ts'

type Args<K extends Key> = [ArgNames<(typeof en)[K]>] extends [never]
  ? []
  : [values: Record<ArgNames<(typeof en)[K]>, string | number>]

/** A key whose message takes no arguments: what a table of labels may hold. */
export type PlainKey = { [K in Key]: Args<K> extends [] ? K : never }[Key]

export type Translate = <K extends Key>(key: K, ...args: Args<K>) => string

interface Translation {
  t: Translate
  measures: ReturnType<typeof createMeasures>
  language: LanguageCode
  choose(language: LanguageCode): void
}

const TranslationContext = createContext<Translation | undefined>(undefined)

interface Props {
  first: { language: LanguageCode; messages: Messages }
  children: ReactNode
}

export function TranslationProvider({ first, children }: Props) {
  const [current, setCurrent] = useState(first)
  const { setDirection } = useDirection()
  const { locale, dir } = languages[current.language]

  useEffect(() => {
    document.documentElement.lang = current.language
    setDirection(dir)
  }, [current.language, dir, setDirection])

  const value = useMemo<Translation>(() => {
    const format = createFormat(locale)
    return {
      t: (key, ...[values]: [values?: Values]) => format(current.messages[key], values),
      measures: createMeasures(locale),
      language: current.language,
      async choose(language) {
        const messages = await languages[language].load()
        rememberLanguage(language)
        setCurrent({ language, messages })
      },
    }
  }, [current, locale])

  return <TranslationContext value={value}>{children}</TranslationContext>
}

export function useTranslation(): Translation {
  const translation = use(TranslationContext)
  if (!translation) throw new Error('useTranslation outside of its provider')
  return translation
}
