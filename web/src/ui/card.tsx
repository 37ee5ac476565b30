import { type ReactNode, useId } from 'react'
import styles from './card.module.css'

interface Props {
  /** Its heading; `label` names a card without one. */
  title?: string
  label?: string
  /** Beside the heading. */
  aside?: ReactNode
  className?: string | undefined
  'data-tone'?: string
  'data-live'?: boolean
  children: ReactNode
}

/** A card: a named section of a page on its own surface. */
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
          <h2 id={id} className="cardTitle">
            {title}
          </h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
