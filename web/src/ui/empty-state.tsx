import type { ComponentType, ReactNode } from 'react'
import styles from './states.module.css'

interface Props {
  icon: ComponentType<{ size?: number }>
  title: string
  text: string
  /** The button that creates the first one. */
  action?: ReactNode
}

export function EmptyState({ icon: Icon, title, text, action }: Props) {
  return (
    <div className={styles.box}>
      <span className={styles.icon}>
        <Icon size={30} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      {action}
    </div>
  )
}
