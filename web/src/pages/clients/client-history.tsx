import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { AuditEntry } from '#contract/audit-api.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import styles from './client-drawer.module.css'

const ChangeLines = lazyWithWords(() => import('../activity/change-lines.tsx'), 'ChangeLines', 'history')

const verbs = {
  'client.add': 'clientPast.add',
  'client.update': 'clientPast.update',
  'client.del': 'clientPast.del',
  'client.attach': 'clientPast.attach',
  'client.detach': 'clientPast.detach',
  'client.resetTraffic': 'clientPast.reset',
  'client.updateTraffic': 'clientPast.traffic',
  'client.clearIps': 'clientPast.clearIps',
  'client.kick': 'clientPast.kick',
  'client.forgetDevice': 'clientPast.forgetDevice',
  'client.forgetDevices': 'clientPast.forgetDevices',
  'client.revokeDevice': 'clientPast.revokeDevice',
  'client.blockDevice': 'clientPast.blockDevice',
  'client.unblockDevice': 'clientPast.unblockDevice',
} as const

/** Who did what to this client, newest first. */
export function ClientHistory({ email }: { email: string }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const query = { page: 1, pageSize: 50, objectKind: 'client', object: email }
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
  const known = Object.entries(verbs).find(([action]) => action === entry.action)?.[1]
  return (
    <li className={styles.row}>
      <span>
        {known ? t(known) : <code>{entry.action}</code>} · <bdi>{entry.actor}</bdi>
      </span>
      <span className={styles.dim} title={measures.moment(entry.at)}>
        {measures.fromNow(entry.at, now)}
      </span>
      <Suspense fallback={null}>
        <ChangeLines entry={entry} />
      </Suspense>
    </li>
  )
}
