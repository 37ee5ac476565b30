import type { ClientSlim } from '#contract/client-bodies.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { ClientLink } from './client-link.tsx'
import { expiryWords, type Seen, statusWord } from './client-view.ts'
import styles from './clients.module.css'
import { Usage } from './usage.tsx'

/** A row on a phone. */
export function ClientCard({ client, seen }: { client: ClientSlim; seen: Seen }) {
  const words = useTranslation()
  const { tone, label } = statusWord(client, seen)
  return (
    <div className={styles.card}>
      <ClientLink client={client} />
      <div className={styles.cardLine}>
        <StatusWord tone={tone} word={words.t(label)} />
        <span className={styles.dim}>{expiryWords(client.expiryTime, seen.now, words)}</span>
      </div>
      <Usage client={client} />
    </div>
  )
}
