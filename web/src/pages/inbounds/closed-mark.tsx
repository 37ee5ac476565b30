import type { Inbound } from '#contract/inbound.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { AlertIcon } from '../../ui/icons.tsx'
import styles from './inbounds.module.css'

/** Beside the name, so that it shows at every width: the core could not open this inbound, and why. */
export function ClosedMark({ inbound: { enable, notOpen } }: { inbound: Inbound }) {
  const { t } = useTranslation()
  if (!enable || !notOpen) return null
  const words = `${t('inbounds.stateClosed')}: ${notOpen}`
  return (
    <span className={styles.closed} role="img" aria-label={words} title={words}>
      <AlertIcon size={16} />
    </span>
  )
}
