import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AlertTexts, englishTexts, isAlertKind, sayAlert } from '#domain/alerts/texts.ts'
import type { LanguageCode } from './languages.ts'
import { useTranslation } from './translation.tsx'

/** The server writes mails with the same texts, so they are in `domain`. One language is loaded. */
const files: Record<LanguageCode, () => Promise<AlertTexts>> = {
  en: async () => englishTexts,
  fa: async () => (await import('#domain/alerts/words/fa.ts')).fa,
  ru: async () => (await import('#domain/alerts/words/ru.ts')).ru,
  zh: async () => (await import('#domain/alerts/words/zh.ts')).zh,
  ar: async () => (await import('#domain/alerts/words/ar.ts')).ar,
  tr: async () => (await import('#domain/alerts/words/tr.ts')).tr,
  es: async () => (await import('#domain/alerts/words/es.ts')).es,
}

interface Told {
  kind: string
  params: Readonly<Record<string, string | number>>
}

/** Undefined until the texts are loaded. */
export function useAlertTexts() {
  const { language, measures } = useTranslation()
  const { data: texts } = useQuery({
    queryKey: ['alert texts', language],
    queryFn: () => files[language](),
    placeholderData: keepPreviousData,
  })
  if (!texts) return undefined
  const isolated = (params: Told['params']) =>
    // Names of any direction inside a sentence of another (first strong isolate).
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === 'string' ? `\u2068${value}\u2069` : value,
      ]),
    )
  return {
    titleOf: (kind: string): string => (isAlertKind(kind) ? texts[kind].title : kind),
    messageOf: ({ kind, params }: Told): string => {
      if (!isAlertKind(kind)) return ''
      const written = { bytes: measures.bytes, time: measures.moment }
      // The panel sends the parameters of the kind.
      return sayAlert(texts, kind, isolated(params) as Parameters<typeof sayAlert>[2], written).message
    },
  }
}
