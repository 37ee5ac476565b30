import type { ReactNode } from 'react'
import styles from './settings.module.css'
import type { CardId, SettingWords } from './words.ts'

interface Props {
  id: CardId
  words: SettingWords
  aside?: ReactNode
  children: ReactNode
}

/** What a section has besides settings. */
export const Card = ({ id, words, aside, children }: Props) => (
  <section className={styles.card} aria-labelledby={`card-${id}`}>
    <div className={styles.cardHead}>
      <h2 id={`card-${id}`} className={styles.cardTitle}>
        {words.cards[id]}
      </h2>
      {aside}
    </div>
    {children}
  </section>
)
