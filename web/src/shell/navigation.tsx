import { Fragment } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import { placeOfView, useViews } from '../pages/clients/views.ts'
import { isAbove, paths } from '../paths.ts'
import { Link } from '../router/link.tsx'
import { usePath } from '../router/use-url-state.ts'
import { navigation } from '../routes.tsx'
import { MenuIcon } from '../ui/icons.tsx'
import bottom from './bottom-bar.module.css'
import { HealthBadge } from './health-badge.tsx'
import styles from './navigation.module.css'
import { NewMenu } from './new-menu.tsx'

export function Navigation({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation()
  const path = usePath()
  return (
    <nav aria-label={t('shell.navigation')}>
      <ul className={styles.list}>
        {navigation.map((item) => (
          <li key={item.to}>
            <Link
              to={item.to}
              className={styles.item}
              aria-current={isAbove(item.to, path) ? 'page' : undefined}
              onClick={onFollow}
            >
              <item.icon />
              {t(item.label)}
              {item.to === paths.health && <HealthBadge />}
            </Link>
            {item.to === paths.clients && <ClientViews onFollow={onFollow} />}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Saved views are listed below their page, one click away. */
function ClientViews({ onFollow }: { onFollow: (() => void) | undefined }) {
  const [views] = useViews()
  if (views.length === 0) return null
  return (
    <ul className={styles.views}>
      {views.map((view) => (
        <li key={view.name}>
          <Link to={placeOfView(view)} className={styles.view} onClick={onFollow}>
            <bdi>{view.name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** As many as fit on a phone; the rest is behind "More". */
const MOST = 4

/** The navigation on a phone, within reach of the thumb. */
export function BottomBar({ onMore }: { onMore: () => void }) {
  const { t } = useTranslation()
  const path = usePath()
  const items = navigation.length > MOST ? navigation.slice(0, MOST - 1) : navigation
  return (
    <nav className={bottom.bar} aria-label={t('shell.bottomBar')}>
      {items.map((item, i) => (
        <Fragment key={item.to}>
          {i === Math.ceil(items.length / 2) && <NewMenu round />}
          <Link
            to={item.to}
            className={bottom.item}
            aria-current={isAbove(item.to, path) ? 'page' : undefined}
          >
            <item.icon />
            {t(item.label)}
          </Link>
        </Fragment>
      ))}
      {navigation.length > MOST && (
        <button type="button" className={bottom.item} onClick={onMore}>
          <MenuIcon />
          {t('shell.more')}
          <HealthBadge />
        </button>
      )}
    </nav>
  )
}
