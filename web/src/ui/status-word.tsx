import styles from './status-word.module.css'

export type Tone = 'good' | 'calm' | 'warn' | 'bad' | 'none'

/** A dot and its word: never colour alone (WCAG 1.4.1). */
export const StatusWord = ({ tone, word }: { tone: Tone; word: string }) => (
  <span className={styles.status} data-tone={tone}>
    {word}
  </span>
)
