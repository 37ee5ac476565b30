import { outboundsOf, tagOf } from '#domain/outbounds/template-outbounds.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useDraft } from '../draft/draft.tsx'
import styles from '../outbounds/outbounds.module.css'

/** Every outbound that a balancer can choose: those of the template and of subscriptions. */
export function useOutboundTags(): string[] {
  const { template, about } = useDraft()
  return [...new Set([...outboundsOf(template).map(tagOf), ...about.subscriptionOutboundTags])].filter(
    Boolean,
  )
}

/** More than these are shown as a number. */
const MOST = 24

export function Members({ members, chosen }: { members: readonly string[]; chosen: readonly string[] }) {
  const { t } = useTranslation()
  if (members.length === 0) return <p className={styles.failed}>{t('balancers.nobody')}</p>
  return (
    <ul className={styles.members} aria-label={t('balancers.membersLabel')}>
      {members.slice(0, MOST).map((member) => (
        <li key={member} className={styles.badge} data-chosen={chosen.includes(member) || undefined}>
          <bdi>{member}</bdi>
        </li>
      ))}
      {members.length > MOST && (
        <li className={styles.dim}>{t('balancers.more', { count: members.length - MOST })}</li>
      )}
    </ul>
  )
}
