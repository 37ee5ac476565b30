import type { BackupFacts } from '#contract/backup.ts'
import { type PlainKey, useTranslation } from '../../../i18n/translation.tsx'
import styles from './backup.module.css'

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

interface Row {
  name: PlainKey
  /** In words; the two sides differ if their words do. */
  of(facts: BackupFacts): string
  /** A difference is normal, and not marked. */
  calm?: true
}

/** Both states side by side; what differs is marked, and not by colour alone. */
export function ComparisonTable({ backup, here }: { backup: BackupFacts; here: BackupFacts }) {
  const { t, measures } = useTranslation()
  const moment = (ms: number) => (ms === 0 ? t('restore.unknown') : measures.moment(ms))
  const rows: readonly Row[] = [
    { name: 'restore.clients', of: ({ clients }) => measures.count(clients) },
    { name: 'restore.inbounds', of: ({ inbounds }) => measures.count(inbounds) },
    { name: 'restore.users', of: ({ users }) => measures.count(users) },
    { name: 'restore.traffic', of: ({ traffic }) => measures.bytes(traffic) },
    { name: 'restore.newest', of: ({ newestChange }) => moment(newestChange) },
    {
      name: 'restore.madeAt',
      of: (facts) => (facts === here ? t('restore.now') : moment(facts.madeAt)),
      calm: true,
    },
    { name: 'restore.files', of: ({ files }) => measures.count(files.length) },
    { name: 'restore.version', of: ({ panelVersion }) => panelVersion || t('restore.unknown') },
    { name: 'restore.schema', of: ({ schema }) => schema },
    { name: 'restore.engine', of: ({ engine }) => engines[engine] },
  ]
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('restore.what')}</th>
          <th scope="col">{t('restore.here')}</th>
          <th scope="col">{t('restore.backup')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, of, calm }) => {
          const [now, then] = [of(here), of(backup)]
          return (
            <tr key={name} data-differs={(now !== then && !calm) || undefined}>
              <th scope="row">{t(name)}</th>
              <td>
                <bdi>{now}</bdi>
              </td>
              <td>
                <bdi>{then}</bdi>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
