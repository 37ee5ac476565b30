import type { Applied as When } from '#domain/core-config/basics.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'

/** Whether a change reaches the running core immediately. */
export function Applied({ when }: { when: When }) {
  const { t } = useTranslation()
  return (
    <StatusWord
      tone={when === 'live' ? 'good' : 'warn'}
      word={t(when === 'live' ? 'basics.live' : 'basics.restart')}
    />
  )
}
