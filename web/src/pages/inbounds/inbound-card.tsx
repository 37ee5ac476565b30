import type { Inbound } from '#contract/inbound.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { Badges } from './badges.tsx'
import { EnableSwitch } from './enable-switch.tsx'
import { InboundHealth } from './inbound-health.tsx'
import { InboundLink } from './inbound-link.tsx'
import type { OnlineCounts } from './inbound-view.ts'
import styles from './inbounds.module.css'
import { NodeMark } from './node-mark.tsx'
import { PeopleCount } from './people-count.tsx'
import type { InboundActions } from './use-inbound-actions.ts'

interface Props {
  inbound: Inbound
  online: OnlineCounts
  actions: InboundActions
  now: number
}

/** A row on a phone. */
export function InboundCard({ inbound, online, actions, now }: Props) {
  const { measures } = useTranslation()
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <InboundLink inbound={inbound} />
        <span dir="ltr" className={styles.dim}>
          {inbound.port > 0 && `:${inbound.port}`}
        </span>
        <NodeMark inbound={inbound} />
      </div>
      <Badges inbound={inbound} />
      <div className={styles.cardLine}>
        <PeopleCount inbound={inbound} online={online} />
        <span>{measures.bytes(inbound.up + inbound.down)}</span>
      </div>
      <div className={styles.cardLine}>
        <InboundHealth inbound={inbound} now={now} />
        <EnableSwitch inbound={inbound} actions={actions} />
      </div>
      {inbound.notOpen && (
        <p className={styles.dim} dir="auto">
          {inbound.notOpen}
        </p>
      )}
    </div>
  )
}
