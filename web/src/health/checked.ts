import type { useTranslation } from '../i18n/translation.tsx'

type Words = Pick<ReturnType<typeof useTranslation>, 't' | 'measures'>

/** The time of a check: the time of day if it was today, the date as well otherwise. */
export const timeOf = (at: number, now: number, { measures }: Words): string =>
  measures.date(at) === measures.date(now) ? measures.hour(at / 1000) : measures.moment(at)

/** "Checked 3 minutes ago." */
export function checkedWords(at: number, now: number, { t, measures }: Words): string {
  if (at === 0) return t('finding.unchecked')
  return now - at < 60_000
    ? t('finding.checkedNow')
    : t('finding.checked', { when: measures.fromNow(at, now) })
}
