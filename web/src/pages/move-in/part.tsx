import { type ReactNode, useId } from 'react'
import styles from './move-in.module.css'

interface Props {
  title: string
  'data-tone'?: string
  children: ReactNode
}

/** A step or a part of the plan. Not ui/card.tsx: that is Home's, and shared it would be a chunk more of the first load. */
export function Part({ title, children, ...data }: Props) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id} {...data}>
      <h2 id={id} className="cardTitle">
        {title}
      </h2>
      {children}
    </section>
  )
}
