import { Alert } from '@mantine/core'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import styles from './access-panel.module.css'

/** Where subscription addresses are handed out that answer on this server only. */
export function SubLocalOnly() {
  const { t } = useTranslation()
  return (
    <Alert color="orange" variant="light" role="status" data-sub-local>
      {t('access.localOnly')}{' '}
      <Link to={`${paths.settings}?section=subscription`} className={styles.fix}>
        {t('access.localOnlyFix')}
      </Link>
    </Alert>
  )
}
