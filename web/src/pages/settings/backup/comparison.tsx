import { Alert, Button, Loader } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { BackupComparison } from '#contract/backup.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { keyOf } from '../../../api/queries.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { useSayAll } from '../../../ui/use-say-coded.ts'
import styles from './backup.module.css'
import { ComparisonTable } from './comparison-table.tsx'
import { LastRestore } from './last-restore.tsx'
import { useBackups } from './use-backups.ts'
import { useRestoring } from './use-restore.ts'

interface Props {
  id: string
  comparison: BackupComparison
  passphrase: string | undefined
  onClose(): void
}

/** Compared, then restored, then said what was done. */
export function Comparison({ id, comparison, passphrase, onClose }: Props) {
  const { t } = useTranslation()
  const { api } = useServices()
  const queries = useQueryClient()
  const { backup, here, sha256, willMigrate, notes, notesCoded } = comparison
  const say = useSayAll(notesCoded)
  const restoring = useRestoring(() => {
    // It belongs to the panel before the restart.
    void queries.cancelQueries({ queryKey: keyOf(endpoints.backupCompare, { params: { backup: id } }) })
    return api.call(endpoints.backupRestore, {
      params: { backup: id },
      body: { passphrase, confirm: sha256 },
    })
  })
  if (restoring.isPending && restoring.submittedAt > 0)
    return (
      <div className={styles.waiting} role="status">
        <Loader color="var(--accent)" />
        <h3>{t('restore.waitingTitle')}</h3>
        <p className={styles.text}>{t('restore.waiting')}</p>
      </div>
    )
  if (restoring.isSuccess) return <Restored isBack={restoring.data !== undefined} onClose={onClose} />
  return (
    <>
      <ComparisonTable backup={backup} here={here} />
      {willMigrate && <p className={styles.text}>{t('restore.willMigrate')}</p>}
      {notes.length > 0 && (
        <Alert color="orange" variant="light">
          <p className={styles.notes} dir="auto">
            {say(notesCoded, notes.join('\n'))}
          </p>
        </Alert>
      )}
      <p className={styles.strong}>{t('restore.affects', { here: here.clients, backup: backup.clients })}</p>
      <p className={styles.text}>{t('restore.safe')}</p>
      {restoring.error && <Failed error={restoring.error} title={t('restore.failed')} />}
      <div className={styles.buttons}>
        <Button color="red.9" onClick={() => restoring.mutate({})}>
          {t('restore.verb', { count: here.clients })}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('confirm.cancel')}
        </Button>
      </div>
    </>
  )
}

function Restored({ isBack, onClose }: { isBack: boolean; onClose(): void }) {
  const { t } = useTranslation()
  const { data } = useBackups()
  if (!isBack)
    return (
      <Alert color="orange" variant="light" role="alert">
        {t('restore.late')}
      </Alert>
    )
  return (
    <>
      {data?.lastRestore && <LastRestore restore={data.lastRestore} canUndo={data.canUndo} />}
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t('restore.close')}</Button>
      </div>
    </>
  )
}
