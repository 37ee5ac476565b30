import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { useApp } from '../services.tsx'
import { Button } from './button.tsx'
import { Logo } from './logo.tsx'
import styles from './message-page.module.css'
import { useTitle } from './use-title.ts'

/** A page that only shows a message: an error, or not found. */
function MessagePage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  useTitle(title)
  return (
    <div className={styles.box}>
      <Logo size={48} />
      <h1 className={styles.title}>{title}</h1>
      <p className="dim">{text}</p>
      {children}
    </div>
  )
}

export function ErrorPage({ failure }: { failure: string }) {
  const { t } = useApp()
  return (
    <MessagePage title={t('error.title')} text={t('error.text')}>
      <Button label={t('error.reload')} primary onClick={() => location.reload()} />
      <details>
        <summary>{t('error.details')}</summary>
        <bdi>{failure}</bdi>
      </details>
    </MessagePage>
  )
}

export function NotFoundPage() {
  const { t, router } = useApp()
  return (
    <MessagePage title={t('notFound.title')} text={t('notFound.text')}>
      <Button label={t('notFound.home')} primary onClick={() => router.go(paths.home)} />
    </MessagePage>
  )
}
