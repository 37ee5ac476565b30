import { endpoints } from '../../api/endpoints.ts'
import { useReply } from '../../api/use-reply.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import layout from '../../ui/layout.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import styles from './client-drawer.module.css'

/** What the IP limit of a client refused, and why. */
export function IpRefusals({ email }: { email: string }) {
  const { t, measures } = useTranslation()
  const now = useMinute()
  const refusals = useReply(endpoints.policies.refusals, { params: { email }, staleTime: 0 })
  return (
    <>
      <h3 className={styles.section}>{t('refused.title')}</h3>
      <Loaded query={refusals} rows={1}>
        {(list) =>
          list.length === 0 ? (
            <p className={layout.dim}>{t('refused.none')}</p>
          ) : (
            <ul className={layout.list}>
              {list.map(({ at, place, act, counted, limit }) => (
                <li key={`${at} ${place}`} className={styles.row}>
                  <bdi dir="ltr">{place}</bdi>
                  <span className={layout.dim}>
                    {t(act === 'slow' ? 'refused.slow' : 'refused.cut')} ·{' '}
                    {t(counted === 'network' ? 'refused.networks' : 'refused.addresses', { limit })} ·{' '}
                    {measures.fromNow(at, now)}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}
