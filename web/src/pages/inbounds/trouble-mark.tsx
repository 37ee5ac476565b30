import type { Inbound } from '#contract/inbound.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { AlertIcon } from '../../ui/icons.tsx'
import styles from './inbounds.module.css'
import { useNodeOf } from './node-mark.tsx'

/** Beside the name, so that it shows at every width: the core could not open this inbound, or its node is offline. */
export function TroubleMark({ inbound }: { inbound: Inbound }) {
  const { t } = useTranslation()
  const node = useNodeOf(inbound)
  if (!inbound.enable || !(inbound.notOpen || node?.isAway)) return null
  const words = inbound.notOpen
    ? `${t('inbounds.stateClosed')}: ${inbound.notOpen}`
    : `${t('inbounds.stateAway')}: \u2068${node?.name}\u2069` // in its own direction (first strong isolate)
  return (
    <span className={styles.trouble} role="img" aria-label={words} title={words}>
      <AlertIcon size={16} />
    </span>
  )
}
