import { type ReactNode, useEffect, useRef } from 'react'
import { useServices } from '../services.tsx'
import { useAnnounce } from './announcer.tsx'
import styles from './page.module.css'
import { useTitle } from './use-title.ts'

interface Props {
  title: string
  /** One line below the title. */
  about?: ReactNode
  /** Controls that belong to the whole page. */
  actions?: ReactNode
  /** A table may use more of a large screen. */
  wide?: boolean
  children: ReactNode
}

/** The one way to make a page: title of the tab, heading, and a word to screen readers that it is open. */
export function Page({ title, about, actions, wide, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const announce = useAnnounce()
  const { place } = useServices()

  useTitle(title)

  // Once for each opening; the heading takes the focus only after a step inside the app (WCAG 2.4.3).
  const opened = useRef(false)
  useEffect(() => {
    if (opened.current) return
    opened.current = true
    if (!place.hasMoved()) return
    announce(title)
    heading.current?.focus()
  }, [announce, place, title])

  return (
    <div className={styles.page} data-wide={wide || undefined}>
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
