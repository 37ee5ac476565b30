import { Drawer, Modal } from '@mantine/core'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { createKeyboard } from '../commands/keyboard.ts'
import { Keys } from '../commands/keys.tsx'
import { LoginForm } from '../forms/login-form.tsx'
import { lazyWithWords } from '../i18n/lazy-with-words.ts'
import { paths } from '../paths.ts'
import { Link } from '../router/link.tsx'
import { useApp } from '../services.tsx'
import { Button } from '../ui/button.tsx'
import { useCell } from '../ui/cell.ts'
import { Confirmation } from '../ui/confirmation.tsx'
import { DemoMark } from '../ui/demo-mark.tsx'
import { OfflineIcon, SearchIcon } from '../ui/icons.tsx'
import { LiveChip } from '../ui/live-chip.tsx'
import { Logo } from '../ui/logo.tsx'
import { ToastList } from '../ui/toast-list.tsx'
import { AccountMenu } from './account-menu.tsx'
import { CorePill } from './core-pill.tsx'
import { BottomBar, Navigation } from './navigation.tsx'
import { NewMenu } from './new-menu.tsx'
import styles from './shell.module.css'
import { useFrameCommands } from './use-frame-commands.ts'

// Loaded when first opened: the first paint does not need them.
const Palette = lazyWithWords(() => import('../palette/palette.tsx'), 'Palette', 'clients')
const KeysHelp = lazyWithWords(() => import('../commands/keys-help.tsx'), 'KeysHelp')

/** The frame of every page behind the login. Only it starts and stops the live connection. */
export function Shell({ children }: { children: ReactNode }) {
  const { t, live } = useApp()
  const main = useRef<HTMLElement>(null)
  const [navOpen, setNavOpen] = useState(false)
  const palette = useOpened()
  const help = useOpened()
  useFrameCommands(help.open)
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

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable=true]')

/**
 * The only listener for shortcuts. An open dialog takes the keyboard, except for the palette; a drawer shares
 * a few keys.
 */
function useKeyboard(openPalette: () => void, typeEarly: (key: string) => boolean): void {
  const { commands } = useApp()
  useEffect(() => {
    const press = createKeyboard({ commands: commands.all, openPalette, now: Date.now })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const layers = [...document.querySelectorAll('[role=dialog][aria-modal=true], [role=menu]')]
      const drawer = layers.length === 1 && layers[0]?.closest('[data-side-drawer]') !== null
      const modal = layers.length > 0 && !drawer
      const { key, code, ctrlKey, metaKey, altKey, target } = event
      const printable = key.length === 1 && !ctrlKey && !metaKey && !altKey
      if (printable && !isTyping(target) && typeEarly(key)) return event.preventDefault()
      if (press({ key, code, ctrlKey, metaKey, altKey, drawer, typing: modal || isTyping(target) }))
        event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [commands, openPalette, typeEarly])
}

/** A shorter disconnect is shown by the chip only. */
const PATIENCE_MS = 4_000

/** Shown when the panel is unreachable for longer: the screen may be out of date, and no input is lost. */
function OfflineBanner() {
  const { t, measures, live } = useApp()
  const state = useCell(live.state)
  const [since, setSince] = useState<number>()
  useEffect(() => {
    if (state !== 'reconnecting') return setSince(undefined)
    const lost = Date.now()
    const timer = setTimeout(() => setSince(lost), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [state])
  return (
    <div role="status" className={styles.region}>
      {since !== undefined && (
        <div className={`warningStrip ${styles.banner}`}>
          <OfflineIcon size={18} />
          {t('offline.text', { time: measures.clock(since / 1000) })}
        </div>
      )}
    </div>
  )
}

/** A dialog over the page, so that input is kept and the refused calls can be repeated. */
function ReloginDialog() {
  const { t, gate, base } = useApp()
  const shut = useCell(gate.isShut)
  return (
    <Modal
      opened={shut}
      onClose={() => {}}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      centered
      zIndex={600}
      title={t('relogin.title')}
      classNames={{ title: styles.title ?? '' }}
      overlayProps={{ blur: 2 }}
    >
      <p className={styles.reloginText}>{t('relogin.text')}</p>
      <LoginForm onDone={gate.open} />
      <Button
        label={t('relogin.leave')}
        variant="subtle"
        fullWidth
        mt="xs"
        onClick={() => location.replace(base)}
      />
    </Modal>
  )
}

const mac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Looks like the search field that it opens. */
function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useApp()
  return (
    <button type="button" className={styles.paletteButton} aria-haspopup="dialog" onClick={onOpen}>
      <SearchIcon size={18} />
      <span className={styles.paletteWord}>{t('palette.placeholder')}</span>
      <span className={styles.keys} aria-hidden>
        <Keys keys={mac ? '⌘ K' : 'Ctrl K'} />
      </span>
    </button>
  )
}
