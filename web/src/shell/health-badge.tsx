import { VisuallyHidden } from '@mantine/core'
import { useHealth } from '../health/use-health.ts'
import { useTranslation } from '../i18n/translation.tsx'
import styles from './navigation.module.css'

/** How many findings need somebody, in the colour of the worst. Nothing while that is not known. */
export function HealthBadge() {
  const { t, measures } = useTranslation()
  const { data } = useHealth()
  if (!data?.worst) return null
  const { bad, warn } = data.counts
  const count = bad + warn
  if (count === 0) return null
  return (
    <span className={styles.badge} data-tone={bad > 0 ? 'bad' : 'warn'} data-badge>
      <span aria-hidden="true">{measures.count(count)}</span>
      <VisuallyHidden>{t('finding.count', { count })}</VisuallyHidden>
    </span>
  )
}
