import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import { useServices } from '../services.tsx'
import { OfflineIcon } from '../ui/icons.tsx'
import styles from './offline-banner.module.css'

/** A shorter disconnect is shown by the chip only. */
const PATIENCE_MS = 4_000

/** Shown when the panel is unreachable for longer: the screen may be out of date, and no input is lost. */
export function OfflineBanner() {
  const { t, measures } = useTranslation()
  const { live } = useServices()
  const state = useSyncExternalStore(live.subscribe, live.state)
  const [since, setSince] = useState<number>()
  useEffect(() => {
    if (state !== 'reconnecting') return setSince(undefined)
    const lost = Date.now()
    const timer = setTimeout(() => setSince(lost), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [state])
  return (
    <div role="status" className={styles.region}>
      {since !== undefined && (
        <div className={styles.banner}>
          <OfflineIcon size={18} />
          {t('offline.text', { time: measures.clock(since / 1000) })}
        </div>
      )}
    </div>
  )
}
