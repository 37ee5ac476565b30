import { Alert, Switch } from '@mantine/core'
import { useState } from 'react'
import type { BackupState } from '#contract/backup.ts'
import type { AllSettingView } from '#contract/settings.ts'
import { endpoints, useCall } from '../../../api/endpoints.ts'
import { pathFor } from '../../../api/remote.ts'
import { DropZone, Uploading, useUpload } from '../../../forms/drop-zone.tsx'
import { FormBody, SecretInput, useForm } from '../../../forms/form.tsx'
import { type PlainKey, useTranslation } from '../../../i18n/translation.tsx'
import { paths } from '../../../paths.ts'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { useSayCoded } from '../../../ui/say-error.ts'
import { Failed, Loaded } from '../../../ui/states.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import { Card } from '../card.tsx'
import { MachineText, TestedForm, useStoredForm } from '../stored-form.tsx'
import type { SettingWords } from '../words.ts'
import styles from './backup.module.css'
import { BackupList } from './backup-list.tsx'
import { RestoreDrawer } from './comparison.tsx'
import { LastRestore } from './last-restore.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { useBackups, useRefreshBackups } from './use-backups.ts'

/** The section Backup: list, schedule, copies to S3, and import from another panel. */
export function BackupCards({ words, stored }: { words: SettingWords; stored: AllSettingView }) {
  const { t, base, router } = useApp()
  const state = useBackups()
  return (
    <>
      <Card id="backup" words={words}>
        <div className="column16">
          <p className="prose90">{t('backup.text')}</p>
          <Loaded query={state} rows={4}>
            {(found) => (
              <>
                <BackupStatus state={found} />
                {found.lastRestore && <LastRestore restore={found.lastRestore} canUndo={found.canUndo} />}
                <BackupNow isBusy={found.busy} />
                <BackupList state={found} />
              </>
            )}
          </Loaded>
          <UploadBackup />
          <a href={base + pathFor(endpoints.backup.getDb, {})} download className={styles.link}>
            {t('backup.database')}
          </a>
        </div>
      </Card>
      <Card id="schedule" words={words}>
        <ScheduleForm stored={stored} nextAt={state.data?.nextAt ?? 0} folder={state.data?.folder ?? ''} />
      </Card>
      <Card id="s3" words={words}>
        <S3Form stored={stored} />
      </Card>
      <Card id="moveIn" words={words}>
        <p className="intro">{t('backup.moveInText')}</p>
        <Button label={t('backup.moveIn')} onClick={() => router.go(paths.moveIn)} />
      </Card>
      <RestoreDrawer />
    </>
  )
}

/** An uploaded file is compared first, like any other backup. */
function UploadBackup() {
  const { t, measures, router } = useApp()
  const refresh = useRefreshBackups()
  const [name, setName] = useState('')
  const upload = useUpload(endpoints.backup.upload, ({ id }) => {
    void refresh()
    router.setParams({ restore: id }, 'push')
  })
  const share = measures.percent(upload.share * 100)
  function take([file]: File[]) {
    if (!file) return
    setName(file.name)
    const form = new FormData()
    form.set('file', file)
    upload.send(form)
  }
  return (
    <>
      {upload.busy ? (
        <Uploading
          share={upload.share}
          said={upload.share < 1 ? t('backup.uploading', { name, share }) : t('backup.checking', { name })}
          onCancel={upload.cancel}
        />
      ) : (
        <DropZone label={t('backup.drop')} hint={t('backup.dropHint')} onFiles={take} />
      )}
      {upload.error && <Failed error={upload.error} title={t('backup.notRead')} />}
    </>
  )
}

/** When the last one was made, when the next one is due, and what went wrong. */
function BackupStatus({ state }: { state: BackupState }) {
  const { t, measures } = useApp()
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
        <span className="dim85">
          {nextAt === 0 ? t('backup.noSchedule') : t('backup.next', { when: measures.fromNow(nextAt, now) })}
        </span>
        {busy && <span className="dim85">{t('backup.busy')}</span>}
      </p>
      {lastRun && lastRun.error !== '' && (
        <Alert color="red" title={t('backup.failed', { when: measures.fromNow(lastRun.at, now) })}>
          <p dir="auto">{say(lastRun.errorCoded, lastRun.error)}</p>
        </Alert>
      )}
      {restoreError !== '' && (
        <Alert color="red" title={t('restore.notDone')}>
          <p dir="auto">{say(restoreErrorCoded, restoreError)}</p>
        </Alert>
      )}
      {listError !== '' && (
        <Alert color="orange">
          <p className="strong">{t('backup.listError')}</p>
          <p dir="auto">{say(listErrorCoded, listError)}</p>
        </Alert>
      )}
    </>
  )
}

/** One click; a passphrase for this one backup is two more. */
function BackupNow({ isBusy }: { isBusy: boolean }) {
  const { t } = useApp()
  const [locked, setLocked] = useState(false)
  const making = useCall(endpoints.backup.create, { onSettled: useRefreshBackups() })
  if (locked) return <LockedBackup onClose={() => setLocked(false)} />
  return (
    <>
      <div className={styles.buttons}>
        <Button label={t('backup.now')} primary call={making} disabled={isBusy} input={{ body: {} }} />
        <Button
          label={t('backup.encrypt')}
          disabled={isBusy || making.isPending}
          onClick={() => setLocked(true)}
        />
      </div>
      {making.error && <Failed error={making.error} />}
    </>
  )
}

function LockedBackup({ onClose }: { onClose(): void }) {
  const { t, api } = useApp()
  const refresh = useRefreshBackups()
  const form = useForm({
    initial: { passphrase: '' },
    check: ({ passphrase }) => (passphrase === '' ? { passphrase: t('backup.passphraseMissing') } : {}),
    submit: (body) => api.call(endpoints.backup.create, { body }).finally(refresh),
    onDone: onClose,
  })
  return (
    <div className="narrow">
      <FormBody form={form} verb={t('backup.encryptedNow')} onCancel={onClose} careless>
        <SecretInput
          {...form.text('passphrase', 'backup.passphrase', 'backup.passphraseHint')}
          autoComplete="new-password"
          data-autofocus
        />
      </FormBody>
    </div>
  )
}

const fields = [
  { key: 'backupS3Endpoint', label: 's3.endpoint', sample: 'https://s3.example.com' },
  { key: 'backupS3Bucket', label: 's3.bucket', sample: 'my-backups' },
  { key: 'backupS3Region', label: 's3.region', sample: 'us-east-1' },
  { key: 'backupS3Prefix', label: 's3.prefix', sample: 'sluice/' },
  { key: 'backupS3AccessKey', label: 's3.accessKey', sample: '' },
] as const satisfies readonly { key: string; label: PlainKey; sample: string }[]
const keys = [...fields.map(({ key }) => key), 'backupS3SecretKey', 'backupS3AllowPrivate'] as const

/** The second place of every backup; the test uses what is typed, saved or not. */
function S3Form({ stored }: { stored: AllSettingView }) {
  const { t } = useTranslation()
  const form = useStoredForm(keys, stored)
  const test = useCall(endpoints.backup.testTarget)
  return (
    <TestedForm
      form={form}
      test={test}
      onTest={() => test.mutate({ body: form.values })}
      canTest={form.values.backupS3Endpoint.trim() !== ''}
      words={{ test: t('s3.test'), works: t('s3.works'), fails: t('s3.fails') }}
    >
      <p className="prose90">{t('s3.text')}</p>
      <div className="fieldGrid">
        {fields.map(({ key, label, sample }) => (
          <MachineText key={key} {...form.text(key)} label={t(label)} placeholder={sample} />
        ))}
        <SecretInput
          {...form.text('backupS3SecretKey', 's3.secretKey')}
          placeholder={stored.hasBackupS3SecretKey ? t('s3.secretKept') : ''}
          autoComplete="off"
        />
        <Switch {...form.check('backupS3AllowPrivate', 's3.allowPrivate', 's3.allowPrivateHint')} />
      </div>
    </TestedForm>
  )
}
