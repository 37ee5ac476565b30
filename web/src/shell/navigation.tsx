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
        {navigation.map((item) => (
          <li key={item.path}>
            <Link
              to={item.path}
              className={styles.item}
              aria-current={isAt(item, path) ? 'page' : undefined}
              onClick={onFollow}
            >
              <item.icon />
              {t(item.label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
