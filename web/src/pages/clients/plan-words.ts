import type { useTranslation } from '../../i18n/translation.tsx'
import { keepsLimits, type Plan } from './plans.ts'

type Words = Pick<ReturnType<typeof useTranslation>, 't' | 'measures'>
type Told = Pick<Plan, 'name' | 'totalGB' | 'days' | 'delayedStart'> & { key?: string }

/** "50 GB · 30 days", preceded by the plan's name if it has one. */
export function planWords(plan: Told, { t, measures }: Words): { label: string; hint?: string } {
  const { name, totalGB, days, delayedStart } = plan
  if (keepsLimits(plan)) return { label: t('plans.same'), hint: measures.days(days) }
  const quota = totalGB > 0 ? measures.bytes(totalGB) : t('clients.unlimited')
  const length = days > 0 ? measures.days(days) : t('plans.noEnd')
  const start = delayedStart && days > 0 ? t('plans.fromFirstUse') : undefined
  const text = t('plans.both', { quota, length })
  if (name) return { label: name, hint: start ? t('plans.both', { quota: text, length: start }) : text }
  return start ? { label: text, hint: start } : { label: text }
}
