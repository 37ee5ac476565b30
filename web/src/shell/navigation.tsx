import { useTranslation } from '../i18n/translation.tsx'
import { Link } from '../router/link.tsx'
import { usePath } from '../router/use-place.ts'
import { isAt, navigation } from '../routes.tsx'
import styles from './navigation.module.css'

export function Navigation({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation()
  const path = usePath()
  return (
    <nav aria-label={t('shell.navigation')}>
      <ul className={styles.list}>
        {navigation.map((route) => {
          const { label, icon: Icon } = route.nav!
          return (
            <li key={route.path}>
              <Link
                to={route.path}
                className={styles.item}
                aria-current={isAt(route, path) ? 'page' : undefined}
                onClick={onFollow}
              >
                <Icon />
                {t(label)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
