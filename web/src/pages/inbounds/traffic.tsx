import type { Inbound } from '#contract/inbound.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { Meter } from '../../ui/meter.tsx'
import styles from './inbounds.module.css'

export function Traffic({ inbound: { up, down, total } }: { inbound: Inbound }) {
  const { t, measures } = useTranslation()
  const used = up + down
  return (
    <span className={styles.traffic}>
      <span className={styles.trafficLine}>
        <span title={t('inbounds.upDown', { up: measures.bytes(up), down: measures.bytes(down) })}>
          {measures.bytes(used)}
        </span>
        {total > 0 && (
          <span className={styles.dim}>{t('inbounds.of', { total: measures.bytes(total) })}</span>
        )}
      </span>
      {total > 0 && <Meter share={used / total} label={t('inbounds.traffic')} />}
    </span>
  )
}
