import { ActionIcon, Menu } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { LoginForm } from '../../forms/login-form.tsx'
import { paths } from '../../paths.ts'
import { useApp } from '../../services.tsx'
import { DemoMark } from '../../ui/demo-mark.tsx'
import { SlidersIcon } from '../../ui/icons.tsx'
import { Logo } from '../../ui/logo.tsx'
import { PreferenceItems } from '../../ui/preferences.tsx'
import { useTitle } from '../../ui/use-title.ts'
import styles from './login-page.module.css'

export function LoginPage() {
  const { t, router, base } = useApp()
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
          <Menu width={220}>
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
          <LoginForm onDone={() => router.go(takePageAfterLogin(base) ?? paths.home, 'replace')} />
        </main>
      </div>
    </div>
  )
}

const COOKIE = 'sluice-to'

/** The page requested before the login; the panel stored it in a cookie (http/auth.ts). */
function takePageAfterLogin(base: string): string | undefined {
  const [, given = ''] = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(document.cookie) ?? []
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not there over plain HTTP
  document.cookie = `${COOKIE}=; Path=${base}; Max-Age=0; SameSite=Strict`
  try {
    const page = decodeURIComponent(given)
    // Only pages of this panel, whoever wrote the cookie.
    return /^panel\/[\w/?=&%.~+-]*$/.test(page) ? page : undefined
  } catch {
    return undefined
  }
}

const wave = (y: number, height: number) => `M-80 ${y}q75 ${height} 150 0${'t150 0'.repeat(5)}V1000H-80Z`

/** The picture beside the form: a half-open gate and the water below it. */
function Water() {
  return (
    <svg
      viewBox="0 0 600 900"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      width="100%"
      height="100%"
    >
      <defs>
        <linearGradient id="depth" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0e7f8d" />
          <stop offset="1" stopColor="#06343c" />
        </linearGradient>
      </defs>
      <rect width="600" height="900" fill="url(#depth)" />
      <g fill="#fff" fillOpacity="0.07">
        <path d="M90 0h56v900H90zM454 0h56v900h-56z" />
      </g>
      <g fill="#9fe3ea" fillOpacity="0.16">
        <path d="M170 0h260v420H170z" />
      </g>
      <g stroke="#9fe3ea" strokeOpacity="0.3" strokeWidth="3">
        <path d="M170 90h260M170 200h260M170 310h260M170 418h260" />
      </g>
      <path d={wave(560, 26)} fill="#2aa5b3" fillOpacity="0.28" />
      <path d={wave(640, -30)} fill="#2aa5b3" fillOpacity="0.26" />
      <path d={wave(735, 24)} fill="#6fc8d2" fillOpacity="0.2" />
    </svg>
  )
}
