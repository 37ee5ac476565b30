import { type ReactNode, useEffect, useRef } from 'react'
import { useUrlState } from '../../router/use-url-state.ts'
import styles from './settings.module.css'
import type { CardId, SettingWords } from './words.ts'

interface Props {
  id: CardId
  words: SettingWords
  aside?: ReactNode
  children: ReactNode
}

/** A part of a section that is not a setting; `&card=tokens` links to it. */
export function Card({ id, words, aside, children }: Props) {
  const [card, setCard] = useUrlState('card')
  const heading = useRef<HTMLHeadingElement>(null)
  const meant = card === id
  useEffect(() => {
    if (!meant) return
    setCard('')
    // After the page heading took the focus, and after the palette gave it back.
    setTimeout(() => {
      heading.current?.scrollIntoView({ block: 'start' })
      heading.current?.focus({ preventScroll: true })
    }, 60)
  }, [meant, setCard])
  return (
    <section className={styles.card} aria-labelledby={`card-${id}`}>
      <div className={styles.cardHead}>
        <h2 ref={heading} id={`card-${id}`} tabIndex={-1} className={styles.cardTitle}>
          {words.cards[id]}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
