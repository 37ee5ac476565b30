import { VisuallyHidden } from '@mantine/core'
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import { useServices } from '../services.tsx'
import styles from './page.module.css'
import { useTitle } from './use-title.ts'

interface Props {
  title: string
  /** One line below the title. */
  about?: ReactNode
  /** Controls for the whole page. */
  actions?: ReactNode
  /** Uses more of a large screen, for tables. */
  wide?: boolean
  /** The width of a page of one column, in pixels: the title begins where the column does. */
  column?: number
  children: ReactNode
}

/** Of the page on both sides, as in its styles. */
const PADDING = 32

/** A page: the tab title, the heading, and an announcement to screen readers. */
export function Page({ title, about, actions, wide, column, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const announce = useAnnounce()
  const { router } = useServices()

  useTitle(title)

  // Once per opening; the heading takes the focus only after a navigation inside the app (WCAG 2.4.3).
  const opened = useRef(false)
  useEffect(() => {
    if (opened.current) return
    opened.current = true
    if (!router.hasMoved()) return
    announce(title)
    heading.current?.focus()
  }, [announce, router, title])

  return (
    <div
      className={styles.page}
      data-wide={wide || undefined}
      {...(column !== undefined && { style: { maxInlineSize: column + 2 * PADDING } })}
    >
      <header className={styles.head}>
        <div>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          {about && <p className={styles.about}>{about}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

const AnnounceContext = createContext<(page: string) => void>(() => {})

export const useAnnounce = () => use(AnnounceContext)

/** Tells screen readers that another page is open, because there is no page load. */
export function Announcer({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [page, setPage] = useState('')
  return (
    <AnnounceContext value={setPage}>
      {children}
      <VisuallyHidden role="status">{page && t('shell.opened', { page })}</VisuallyHidden>
    </AnnounceContext>
  )
}
