import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '../../../api/endpoints.ts'
import { FormBody } from '../../../forms/form-body.tsx'
import { SecretInput } from '../../../forms/secret-input.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { Failed } from '../../../ui/failed.tsx'
import styles from './backup.module.css'
import { useRefreshBackups } from './use-backups.ts'

/** One click; a passphrase for this one backup is two more. */
export function BackupNow({ isBusy }: { isBusy: boolean }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const refresh = useRefreshBackups()
  const [locked, setLocked] = useState(false)
  const making = useMutation({
    mutationFn: () => api.call(endpoints.backup.create, { body: {} }),
    onSettled: refresh,
  })
  if (locked) return <LockedBackup onClose={() => setLocked(false)} />
  return (
    <>
      <div className={styles.buttons}>
        <Button loading={making.isPending} disabled={isBusy} onClick={() => making.mutate()}>
          {t('backup.now')}
        </Button>
        <Button variant="default" disabled={isBusy || making.isPending} onClick={() => setLocked(true)}>
          {t('backup.encrypt')}
        </Button>
      </div>
      {making.error && <Failed error={making.error} />}
    </>
  )
}

function LockedBackup({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const refresh = useRefreshBackups()
  const form = useForm({
    initial: { passphrase: '' },
    check: ({ passphrase }) => (passphrase === '' ? { passphrase: t('backup.passphraseMissing') } : {}),
    submit: (body) => api.call(endpoints.backup.create, { body }).finally(refresh),
    onDone: onClose,
  })
  return (
    <div className={styles.narrow}>
      <FormBody form={form} verb={t('backup.encryptedNow')} onCancel={onClose} careless>
        <SecretInput
          {...form.text('passphrase')}
          label={t('backup.passphrase')}
          description={t('backup.passphraseHint')}
          autoComplete="new-password"
          data-autofocus
        />
      </FormBody>
    </div>
  )
}
