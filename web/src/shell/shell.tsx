import { Drawer } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { lazyWithWords } from '../i18n/lazy-with-words.ts'
import { useTranslation } from '../i18n/translation.tsx'
import { paths } from '../paths.ts'
import { Link } from '../router/link.tsx'
import { useServices } from '../services.tsx'
import { Confirmation } from '../ui/confirmation.tsx'
import { DemoMark } from '../ui/demo-mark.tsx'
import { LiveChip } from '../ui/live-chip.tsx'
import { Logo } from '../ui/logo.tsx'
import { ToastList } from '../ui/toast-list.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { CorePill } from './core-pill.tsx'
import { Navigation } from './navigation.tsx'
import { NewMenu } from './new-menu.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { PaletteButton } from './palette-button.tsx'
import { ReloginDialog } from './relogin-dialog.tsx'
import styles from './shell.module.css'
import { useFrameVerbs } from './use-frame-verbs.ts'
import { useKeyboard } from './use-keyboard.ts'

// Loaded when first opened: the first paint does not need them.
const Palette = lazyWithWords(() => import('../palette/palette.tsx'), 'Palette', 'clients')
const KeysHelp = lazy(async () => ({ default: (await import('../verbs/keys-help.tsx')).KeysHelp }))

/** The frame of every page behind the login. Only it starts and stops the live connection. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { live } = useServices()
  const main = useRef<HTMLElement>(null)
  const [navOpen, setNavOpen] = useState(false)
  const palette = useOpened()
  const help = useOpened()
  useFrameVerbs(help.open)
  const [early, setEarly] = useState('')
  const openPalette = useCallback(() => {
    setEarly('')
    palette.open()
  }, [palette.open])
  const waiting = useRef(false)
  waiting.current = palette.opened
  const typeEarly = useCallback((key: string) => {
    if (waiting.current) setEarly((text) => text + key)
    return waiting.current
  }, [])
  useKeyboard(openPalette, typeEarly)

  useEffect(() => {
    live.start()
    return live.stop
  }, [live])

  return (
    <div className={styles.frame}>
      {/* A button, not a #link: the page has a base element, so a fragment would lead to the base path. */}
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        {t('shell.skip')}
      </button>
      <aside className={styles.side}>
        <Brand />
        <Navigation />
      </aside>
      <header className={styles.bar}>
        <span className={styles.barBrand}>
          <Brand />
        </span>
        <PaletteButton onOpen={openPalette} />
        <span className={styles.space} />
        <CorePill />
        <LiveChip />
        <span className={styles.newMenu}>
          <NewMenu />
        </span>
        <AccountMenu />
      </header>
      <main ref={main} tabIndex={-1} className={styles.main}>
        <DemoMark />
        <OfflineBanner />
        {children}
      </main>
      <BottomBar onMore={() => setNavOpen(true)} />
      <Drawer
        opened={navOpen}
        onClose={() => setNavOpen(false)}
        title={<Brand />}
        size={280}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <Navigation onFollow={() => setNavOpen(false)} />
      </Drawer>
      <Suspense>
        {palette.used && <Palette opened={palette.opened} early={early} onClose={palette.close} />}
        {help.used && <KeysHelp opened={help.opened} onClose={help.close} />}
      </Suspense>
      <Confirmation />
      <ToastList />
      <ReloginDialog />
    </div>
  )
}

/** Mounted when first opened, and kept for the closing animation. */
function useOpened() {
  const [opened, setOpened] = useState(false)
  const [used, setUsed] = useState(false)
  const open = useCallback(() => {
    setUsed(true)
    setOpened(true)
  }, [])
  return { opened, used, open, close: () => setOpened(false) }
}

const Brand = () => (
  <Link to={paths.home} className={styles.brand} aria-label="Sluice">
    <Logo />
    <span className={styles.brandName}>Sluice</span>
  </Link>
)
