import { Loader } from '@mantine/core'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './move-in.module.css'
import { Part } from './part.tsx'
import type { GoingTo } from './use-apply.ts'

/** The panel has another address now; this page goes there when it answers. */
export function Going({ url, isLate }: GoingTo) {
  const { t } = useTranslation()
  return (
    <Part title={t('moveIn.goingTitle')}>
      <p className={styles.text} role="status">
        {t(isLate ? 'moveIn.goingLate' : 'moveIn.goingText')}
      </p>
      <div className={styles.going}>
        {!isLate && <Loader size="sm" color="var(--accent)" />}
        <a href={url} className={styles.link} dir="ltr">
          {url.replace(/panel\/.*$/, '')}
        </a>
      </div>
    </Part>
  )
}
