import { useTranslation } from '../i18n/translation.tsx'
import { placeOfView, useViews } from '../pages/clients/views.ts'
import { isAbove, paths } from '../paths.ts'
import { Link } from '../router/link.tsx'
import { usePath } from '../router/use-place.ts'
import { navigation } from '../routes.tsx'
import styles from './navigation.module.css'

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
