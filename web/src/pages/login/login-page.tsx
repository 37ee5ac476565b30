import { ActionIcon, Menu } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { LoginForm } from '../../forms/login-form.tsx'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { useServices } from '../../services.tsx'
import { DemoMark } from '../../ui/demo-mark.tsx'
import { SlidersIcon } from '../../ui/icons.tsx'
import { Logo } from '../../ui/logo.tsx'
import { PreferenceItems } from '../../ui/preferences.tsx'
import { useTitle } from '../../ui/use-title.ts'
import styles from './login-page.module.css'
import { takePageAfterLogin } from './page-after-login.ts'
import { Water } from './water.tsx'

export function LoginPage() {
  const { t } = useTranslation()
  const { place, base } = useServices()
  const title = t('login.title')
  const main = useRef<HTMLElement>(null)
  useTitle(title)
  // Not on a phone, where the keyboard would cover half of the page.
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches) main.current?.querySelector('input')?.focus()
  }, [])

  return (
    <div className={styles.page}>
      <div className={styles.picture}>
        <Water />
        <p className={styles.promise}>
          {t('login.promiseFirst')}
          <br />
          {t('login.promiseSecond')}
        </p>
      </div>
      <div className={styles.side}>
        <div className={styles.corner}>
          <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <ActionIcon variant="default" size={40} radius="xl" aria-label={t('shell.preferences')}>
                <SlidersIcon />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <PreferenceItems />
            </Menu.Dropdown>
          </Menu>
        </div>
        <main ref={main} className={styles.main}>
          <div className={styles.brand}>
            <Logo size={40} />
            <span>Sluice</span>
          </div>
          <DemoMark />
          <h1 className={styles.title}>{title}</h1>
          <LoginForm onDone={() => place.go(takePageAfterLogin(base) ?? paths.home, 'replace')} />
        </main>
      </div>
    </div>
  )
}
