import type { ClientSlim } from '#contract/client-bodies.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { Meter } from '../../ui/meter.tsx'
import { quotaWords, usedOf } from './client-view.ts'
import styles from './clients.module.css'

/** Used traffic and quota. */
export function Usage({ client }: { client: Pick<ClientSlim, 'traffic' | 'totalGB'> }) {
  const words = useTranslation()
  const { t, measures } = words
  const used = usedOf(client)
  return (
    <div className={styles.usage}>
      <span className={styles.figures}>
        <span>{measures.bytes(used)}</span>
        <span className={styles.dim}>{quotaWords(client.totalGB, words)}</span>
      </span>
      {client.totalGB > 0 && <Meter share={used / client.totalGB} label={t('clients.usage')} />}
    </div>
  )
}
