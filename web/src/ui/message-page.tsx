import type { ReactNode } from 'react'
import layout from './layout.module.css'
import { Logo } from './logo.tsx'
import styles from './message-page.module.css'
import { useTitle } from './use-title.ts'

/** A page that only shows a message: an error, or not found. */
export function MessagePage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  useTitle(title)
  return (
    <div className={styles.box}>
      <Logo size={48} />
      <h1 className={styles.title}>{title}</h1>
      <p className={layout.dim}>{text}</p>
      {children}
    </div>
  )
}
