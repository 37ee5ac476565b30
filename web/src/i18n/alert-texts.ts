import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AlertTexts, isAlertKind, sayAlert } from '#domain/alerts/texts.ts'
import { languages } from '#domain/words/languages.ts'
import { loadAlertTexts } from './catalogue.ts'
import { useTranslation } from './translation.tsx'

interface Told {
  kind: string
  params: Readonly<Record<string, string | number>>
}

/** Undefined until the texts are loaded. */
export function useAlertTexts() {
  const { language, measures } = useTranslation()
  const { data: texts } = useQuery({
    queryKey: ['alert texts', language],
    queryFn: async () => (await loadAlertTexts(language)) as AlertTexts, // a test checks its keys
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
    titleOf: (kind: string): string => (isAlertKind(kind) ? texts[`${kind}.title`] : kind),
    messageOf: ({ kind, params }: Told): string => {
      if (!isAlertKind(kind)) return ''
      const { locale } = languages[language]
      const written = { locale, bytes: measures.bytes, time: measures.moment }
      // The panel sends the parameters of the kind.
      return sayAlert(texts, kind, isolated(params) as Parameters<typeof sayAlert>[2], written).message
    },
  }
}
