import type { Inbound } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { Link } from '../../router/link.tsx'
import layout from '../../ui/layout.module.css'
import { emailsOf, type OnlineCounts, onlineOf } from './inbound-view.ts'
import styles from './inbounds.module.css'

/** How many clients, how many of them are online, with a link to them. */
export function PeopleCount({ inbound, online }: { inbound: Inbound; online: OnlineCounts }) {
  const { t } = useTranslation()
  if (!carriesClients(inbound.protocol)) return <span className={layout.dim}>–</span>
  const now = onlineOf(inbound, online)
  return (
    <span className={styles.people}>
      <Link to={`panel/clients?q=inbound:${inbound.id}`} className={styles.count}>
        {t('inbounds.count', { count: emailsOf(inbound).length })}
      </Link>
      {now > 0 && <span className={layout.good}>{t('inbounds.online', { count: now })}</span>}
    </span>
  )
}
