import type { Applied as When } from '#domain/core-config/basics.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'

/** For a change that does not reach the running core immediately. */
export function Applied({ when }: { when: When }) {
  const { t } = useTranslation()
  return when === 'live' ? null : <StatusWord tone="warn" word={t('basics.restart')} />
}
