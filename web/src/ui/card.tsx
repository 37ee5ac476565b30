import { type ReactNode, useId } from 'react'
import styles from './card.module.css'

interface Props {
  /** Its heading; `label` names a card that has none of its own. */
  title?: string
  label?: string
  /** Beside the heading. */
  aside?: ReactNode
  className?: string | undefined
  'data-tone'?: string
  'data-live'?: boolean
  children: ReactNode
}

/** The one way to make a card: a named part of a page, on a surface of its own. */
export function Card({ title, label, aside, className = '', children, ...data }: Props) {
  const id = useId()
  return (
    <section
      className={`${styles.card} ${className}`}
      aria-labelledby={title === undefined ? undefined : id}
      aria-label={title === undefined ? label : undefined}
      {...data}
    >
      {title !== undefined && (
        <div className={styles.head}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
