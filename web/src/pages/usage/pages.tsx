import { useTranslation } from '../../i18n/translation.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './usage.module.css'
import { PAGE, type UsageParams } from './use-usage.ts'

export function Pages({ params: { page, choose }, count }: { params: UsageParams; count: number }) {
  const { t, measures } = useTranslation()
  const last = Math.ceil(count / PAGE)
  const go = (to: number) => choose({ page: to === 1 ? undefined : String(to) })
  return (
    <nav className={styles.pages} aria-label={t('usagePage.pages')}>
      <Button label={t('usagePage.back')} disabled={page <= 1} onClick={() => go(page - 1)} />
      <span>{t('usagePage.page', { page: measures.count(page), pages: measures.count(last) })}</span>
      <Button label={t('usagePage.next')} disabled={page >= last} onClick={() => go(page + 1)} />
    </nav>
  )
}
