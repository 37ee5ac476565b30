import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { AuditEntry } from '#contract/audit-api.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { actorOf } from '../../ui/actor-words.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import styles from './client-drawer.module.css'

const ActText = lazyWithWords(() => import('../activity/act-text.tsx'), 'ActText', 'acts', 'history')

/** Who did what to this client, newest first. */
export function ClientHistory({ email }: { email: string }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const query = { page: 1, pageSize: 50, client: email }
  const entries = useQuery({ ...replyOf(api, endpoints.audit.list, { query }), staleTime: 0 })
  return (
    <Loaded query={entries}>
      {({ items }) =>
        items.length === 0 ? (
          <p className={styles.dim}>{t('clientPast.none')}</p>
        ) : (
          <ul className={styles.rows}>
            {items.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { t, measures } = useTranslation()
  const now = useMinute()
  return (
    <li className={styles.row}>
      <div>
        <Suspense fallback={null}>
          <ActText entry={entry} />
        </Suspense>
        <bdi className={styles.dim}>{actorOf(entry, t)}</bdi>
      </div>
      <span className={styles.dim} title={measures.moment(entry.at)}>
        {measures.fromNow(entry.at, now)}
      </span>
    </li>
  )
}
