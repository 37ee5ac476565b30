import type { useTranslation } from '../../i18n/translation.tsx'
import type { Plan } from './plans.ts'

type Words = Pick<ReturnType<typeof useTranslation>, 't' | 'measures'>

/** "50 GB · 30 days", and the name of a plan that has one before it. */
export function planWords(
  { name, gigabytes, days, fromFirstUse }: Plan,
  { t, measures }: Words,
): { label: string; hint?: string } {
  const quota = gigabytes > 0 ? measures.bytes(gigabytes * 1024 ** 3) : t('clients.unlimited')
  const length = days > 0 ? measures.days(days) : t('plans.noEnd')
  const text = `${quota} · ${length}`
  const start = fromFirstUse && days > 0 ? t('plans.fromFirstUse') : undefined
  if (name) return { label: name, hint: start ? `${text} · ${start}` : text }
  return start ? { label: text, hint: start } : { label: text }
}
