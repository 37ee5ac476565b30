import { Alert } from '@mantine/core'
import type { BackupState } from '#contract/backup.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import { useSayCoded } from '../../../ui/use-say-coded.ts'
import styles from './backup.module.css'

/** When the last one was made, when the next one is due, and what went wrong. */
export function BackupStatus({ state }: { state: BackupState }) {
  const { t, measures } = useTranslation()
  const now = useMinute()
  const { lastGoodAt, nextAt, overdue, lastRun, busy } = state
  const { listError, listErrorCoded, restoreError, restoreErrorCoded } = state
  const say = useSayCoded(lastRun?.errorCoded ?? listErrorCoded ?? restoreErrorCoded)
  const when = measures.fromNow(lastGoodAt, now)
  const word =
    lastGoodAt === 0
      ? t(overdue ? 'backup.overdueNever' : 'backup.never')
      : t(overdue ? 'backup.overdue' : 'backup.lastGood', { when })
  return (
    <>
      <p className={styles.status} role="status">
        <StatusWord tone={overdue ? 'bad' : lastGoodAt === 0 ? 'none' : 'good'} word={word} />
        <span className={styles.dim}>
          {nextAt === 0 ? t('backup.noSchedule') : t('backup.next', { when: measures.fromNow(nextAt, now) })}
        </span>
        {busy && <span className={styles.dim}>{t('backup.busy')}</span>}
      </p>
      {lastRun && lastRun.error !== '' && (
        <Alert
          color="red"
          variant="light"
          title={t('backup.failed', { when: measures.fromNow(lastRun.at, now) })}
        >
          <p dir="auto">{say(lastRun.errorCoded, lastRun.error)}</p>
        </Alert>
      )}
      {restoreError !== '' && (
        <Alert color="red" variant="light" title={t('restore.notDone')}>
          <p dir="auto">{say(restoreErrorCoded, restoreError)}</p>
        </Alert>
      )}
      {listError !== '' && (
        <Alert color="orange" variant="light">
          <p className={styles.strong}>{t('backup.listError')}</p>
          <p dir="auto">{say(listErrorCoded, listError)}</p>
        </Alert>
      )}
    </>
  )
}
