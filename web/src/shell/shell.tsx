import { Drawer } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import { Link } from '../router/link.tsx'
import { routes } from '../routes.tsx'
import { useServices } from '../services.tsx'
import { MenuIcon } from '../ui/icons.tsx'
import { LiveChip } from '../ui/live-chip.tsx'
import { Logo } from '../ui/logo.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Navigation } from './navigation.tsx'
import { ReloginDialog } from './relogin-dialog.tsx'
import styles from './shell.module.css'

/** The frame of every page behind the login. It alone starts and stops the live connection. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { live } = useServices()
  const main = useRef<HTMLElement>(null)
  const [navOpen, setNavOpen] = useState(false)

  useEffect(() => {
    live.start()
    return live.stop
  }, [live])

  return (
    <div className={styles.frame}>
      {/* A button and no #link: the page has a base element, and a fragment would lead to the base path. */}
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        {t('shell.skip')}
      </button>
      <aside className={styles.side}>
        <Brand />
        <Navigation />
      </aside>
      <header className={styles.bar}>
        <button
          type="button"
          className={styles.burger}
          aria-label={t('shell.openNavigation')}
          aria-expanded={navOpen}
          onClick={() => setNavOpen(true)}
        >
          <MenuIcon />
        </button>
        <span className={styles.barBrand}>
          <Brand />
        </span>
        <span className={styles.space} />
        <LiveChip />
        <AccountMenu />
      </header>
      <main ref={main} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Drawer
        opened={navOpen}
        onClose={() => setNavOpen(false)}
        title={<Brand />}
        size={280}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <Navigation onFollow={() => setNavOpen(false)} />
      </Drawer>
      <ReloginDialog />
    </div>
  )
}

const Brand = () => (
  <Link to={routes.home.path} className={styles.brand}>
    <Logo />
    <span>Sluice</span>
  </Link>
)
