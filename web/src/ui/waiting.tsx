import { Loader } from '@mantine/core'
import { useTranslation } from '../i18n/translation.tsx'
import styles from './waiting.module.css'

/** Delayed, so that fast loads do not flicker. */
export function Waiting() {
  const { t } = useTranslation()
  return (
    <div className={styles.box} role="status" aria-label={t('shell.loading')}>
      <Loader color="var(--accent)" />
    </div>
  )
}
