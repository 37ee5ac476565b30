import { Fragment } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import { isAbove } from '../paths.ts'
import { Link } from '../router/link.tsx'
import { usePath } from '../router/use-place.ts'
import { navigation } from '../routes.tsx'
import { MenuIcon } from '../ui/icons.tsx'
import styles from './bottom-bar.module.css'
import { NewMenu } from './new-menu.tsx'

/** As many as fit on a phone; the rest is behind "More". */
const MOST = 4

/** The navigation on a phone, within reach of the thumb. */
export function BottomBar({ onMore }: { onMore: () => void }) {
  const { t } = useTranslation()
  const path = usePath()
  const items = navigation.length > MOST ? navigation.slice(0, MOST - 1) : navigation
  return (
    <nav className={styles.bar} aria-label={t('shell.bottomBar')}>
      {items.map((item, i) => (
        <Fragment key={item.to}>
          {i === Math.ceil(items.length / 2) && <NewMenu round />}
          <Link
            to={item.to}
            className={styles.item}
            aria-current={isAbove(item.to, path) ? 'page' : undefined}
          >
            <item.icon />
            {t(item.label)}
          </Link>
        </Fragment>
      ))}
      {navigation.length > MOST && (
        <button type="button" className={styles.item} onClick={onMore}>
          <MenuIcon />
          {t('shell.more')}
        </button>
      )}
    </nav>
  )
}
