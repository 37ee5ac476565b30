import { VisuallyHidden } from '@mantine/core'
import styles from './status-word.module.css'

export type Tone = 'good' | 'calm' | 'warn' | 'bad' | 'none'

interface Props {
  tone: Tone
  word: string
  /** More, on hover and for screen readers. */
  title?: string
}

/** A dot and its word: never colour alone (WCAG 1.4.1). */
export const StatusWord = ({ tone, word, title = '' }: Props) => (
  <span className={styles.status} data-tone={tone} title={title || undefined}>
    {word}
    {title !== '' && <VisuallyHidden>. {title}</VisuallyHidden>}
  </span>
)
