import { Alert } from '@mantine/core'
import type { BackupRestore } from '#contract/backup.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { useSayCoded } from '../../../ui/say-error.ts'
import { Failed } from '../../../ui/states.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import styles from './backup.module.css'
import { useRestoring } from './use-backups.ts'

interface Props {
  restore: BackupRestore
  /** The replaced state is still there. */
  canUndo: boolean
}

const shownMs = 24 * 3_600_000

/** What the last restore brought and replaced, with the way back; not for ever where there is none. */
export function LastRestore({ restore, canUndo }: Props) {
  const { t, measures, api } = useApp()
  const now = useMinute()
  const undoing = useRestoring(() => api.call(endpoints.backup.undo))
  const { at, from, undo, reason, reasonCoded, restored, replaced } = restore
  const say = useSayCoded(reasonCoded)
  const when = measures.fromNow(at, now)
  if (!canUndo && now - at > shownMs) return null
  return (
    <Alert color="blue" role="status">
      <div className={styles.restored}>
        <p className="strong">
          {undo ? t('restore.undone', { when }) : t('restore.done', { name: from, when })}
        </p>
        <p>
          {t('restore.counts', {
            clients: restored.clients,
            inbounds: restored.inbounds,
            oldClients: replaced.clients,
            oldInbounds: replaced.inbounds,
          })}
        </p>
        {reason !== '' && <p dir="auto">{say(reasonCoded, reason)}</p>}
        {undoing.isPending && <p>{t('restore.waiting')}</p>}
        {undoing.isSuccess && !undoing.data && <p>{t('restore.late')}</p>}
        {canUndo && <Button label={t(undo ? 'restore.redo' : 'restore.undo')} size="sm" call={undoing} />}
        {undoing.error && <Failed error={undoing.error} title={t('restore.undoFailed')} />}
      </div>
    </Alert>
  )
}
