import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import type { Backup, BackupKind, BackupPlace, BackupState } from '#contract/backup.ts'
import { endpoints, useCall } from '../../../api/endpoints.ts'
import { pathFor } from '../../../api/remote.ts'
import type { PlainKey } from '../../../i18n/translation.tsx'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton, plainIcon } from '../../../ui/icon-button.tsx'
import { DownloadIcon, LockIcon, TrashIcon } from '../../../ui/icons.tsx'
import { EmptyState, Failed } from '../../../ui/states.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import styles from './backup.module.css'
import { useRefreshBackups } from './use-backups.ts'

const kinds = {
  scheduled: 'backup.kindScheduled',
  manual: 'backup.kindManual',
  'before-restore': 'backup.kindBefore',
  'before-update': 'backup.kindUpdate',
  uploaded: 'backup.kindUploaded',
} as const satisfies Record<BackupKind, PlainKey>

const places = {
  folder: 'backup.placeFolder',
  s3: 'backup.placeS3',
  upload: 'backup.placeUpload',
  previous: 'backup.placePrevious',
} as const satisfies Record<BackupPlace, PlainKey>

const MOST = 8

export function BackupList({ state: { backups } }: { state: BackupState }) {
  const { t } = useApp()
  const [all, setAll] = useState(false)
  if (backups.length === 0)
    return <EmptyState icon={DownloadIcon} title={t('backup.noneTitle')} text={t('backup.noneText')} />
  return (
    <>
      <ul aria-label={t('backup.list')}>
        {backups.slice(0, all ? backups.length : MOST).map((backup) => (
          <Row key={backup.id} backup={backup} />
        ))}
      </ul>
      {!all && backups.length > MOST && (
        <Button
          label={t('backup.showAll', { count: backups.length })}
          variant="subtle"
          onClick={() => setAll(true)}
        />
      )}
    </>
  )
}

function Row({ backup }: { backup: Backup }) {
  const { t, measures, base, router, questions, toasts } = useApp()
  const refresh = useRefreshBackups()
  const now = useMinute()
  const { id, name, bytes, madeAt, kind, encrypted, where } = backup
  const params = { backup: id }
  const removal = useCall(endpoints.backup.del, {
    onSuccess: () => toasts.show({ tone: 'good', text: t('backup.deleted', { name }) }),
    onSettled: refresh,
  })
  async function remove() {
    const question = { title: t('backup.deleteTitle'), text: t('backup.deleteText', { name }) }
    const yes = await questions.ask({ ...question, verb: t('backup.deleteVerb'), danger: true })
    if (yes) removal.mutate({ params })
  }
  return (
    <li className="settingRow" data-backup={kind}>
      <div className="settingName">
        <span>
          <span className={styles.when}>{measures.moment(madeAt)}</span>{' '}
          <span className="dim85">{measures.fromNow(madeAt, now)}</span>
        </span>
        <span className="dimFacts">
          <span>{measures.bytes(bytes)}</span>
          <span>{t(kinds[kind])}</span>
          <span>{t(places[where])}</span>
          {encrypted && (
            <span className={styles.lock}>
              <LockIcon size={14} /> {t('backup.encrypted')}
            </span>
          )}
        </span>
        <bdi className={styles.file}>{name}</bdi>
      </div>
      <div className="row4">
        <Button
          label={t('backup.restore')}
          size="sm"
          aria-label={t('backup.restoreNamed', { name })}
          onClick={() => router.setParams({ restore: id }, 'push')}
        />
        <ActionIcon
          {...plainIcon}
          component="a"
          href={base + pathFor(endpoints.backup.download, { params })}
          download
          aria-label={t('backup.downloadNamed', { name })}
        >
          <DownloadIcon size={18} />
        </ActionIcon>
        <IconButton
          icon={TrashIcon}
          label={t('backup.deleteNamed', { name })}
          loading={removal.isPending}
          onClick={remove}
        />
      </div>
      {removal.error && <Failed error={removal.error} />}
    </li>
  )
}
