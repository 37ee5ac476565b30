import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { UpdatePlan } from '#contract/updates.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { replyOf } from '../../../api/queries.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import styles from '../backup/backup.module.css'
import own from './updates.module.css'

interface Props {
  version: string
  isStarting: boolean
  onStart(): void
  /** Other buttons of the card. */
  children: ReactNode
}

/** What the update would do, and the button that does it. */
export function UpdatePlanView({ version, isStarting, onStart, children }: Props) {
  const { t } = useTranslation()
  const { api } = useServices()
  const plan = useQuery({ ...replyOf(api, endpoints.updates.plan, { query: { version } }), staleTime: 0 })
  return (
    <Loaded query={plan} rows={3}>
      {(found) =>
        found && (
          <>
            <Effects plan={found} />
            <div className={styles.buttons}>
              <Button loading={isStarting} onClick={onStart}>
                {t('updates.start', { version: found.to })}
              </Button>
              {children}
            </div>
          </>
        )
      }
    </Loaded>
  )
}

function Effects({ plan }: { plan: UpdatePlan }) {
  const { t, measures } = useTranslation()
  return (
    <>
      {plan.releases.map(({ version, date, notes }) => (
        <div key={version}>
          <p className={styles.strong}>
            <bdi>{version}</bdi> <span className={styles.dim}>{date}</span>
          </p>
          {/* In the language of whoever wrote the release. */}
          <ul className={own.list} dir="auto">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      ))}
      <ul className={own.list}>
        <li>{t('updates.planDownload', { size: measures.bytes(plan.downloadBytes) })}</li>
        <li>{t('updates.planBackup')}</li>
        <li>{t(plan.migrates ? 'updates.planTables' : 'updates.planNoTables')}</li>
        <li>{t(plan.coreRestarts ? 'updates.planCoreRestarts' : 'updates.planCore')}</li>
        <li>{t('updates.planTrial')}</li>
      </ul>
    </>
  )
}
