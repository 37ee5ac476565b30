import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '../../../api/endpoints.ts'
import { keyOf } from '../../../api/queries.ts'
import { FormBody } from '../../../forms/form-body.tsx'
import { SecretInput } from '../../../forms/secret-input.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import layout from '../../../ui/layout.module.css'
import { Loaded } from '../../../ui/loaded.tsx'
import { sayError } from '../../../ui/say-error.ts'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import styles from './backup.module.css'
import { Comparison } from './comparison.tsx'
import { useBackups } from './use-backups.ts'

/** `?restore=<id>`: what the backup holds against what is here, then the button. */
export function RestoreDrawer() {
  const { t } = useTranslation()
  return (
    <SideDrawer param="restore" title={() => t('restore.title')} size={640}>
      {(id, close) => <Body key={id} id={id} onClose={close} />}
    </SideDrawer>
  )
}

function Body({ id, onClose }: { id: string; onClose(): void }) {
  const { api } = useServices()
  const [passphrase, setPassphrase] = useState<string>()
  const { data } = useBackups()
  const backup = data?.backups.find((one) => one.id === id)
  const compared = useQuery({
    queryKey: [...keyOf(endpoints.backup.compare, { params: { backup: id } }), passphrase],
    queryFn: ({ signal }) =>
      api.ask(endpoints.backup.compare, { params: { backup: id }, body: { passphrase } }, signal),
    // Once: unpacking is work, and while it lasts nothing else can be restored or undone.
    enabled: ({ state }) => state.data === undefined,
    gcTime: 0,
    retry: false,
  })
  const isLocked = backup?.encrypted && compared.error
  return (
    <div className={styles.drawer}>
      {backup && (
        <p className={styles.file}>
          <bdi>{backup.name}</bdi>
        </p>
      )}
      {isLocked ? (
        <Unlock
          error={passphrase === undefined ? undefined : compared.error}
          isBusy={compared.isFetching}
          onTry={(next) => (next === passphrase ? void compared.refetch() : setPassphrase(next))}
        />
      ) : (
        <Loaded query={compared} rows={8}>
          {(comparison) => (
            <Comparison id={id} comparison={comparison} passphrase={passphrase} onClose={onClose} />
          )}
        </Loaded>
      )}
    </div>
  )
}

interface UnlockProps {
  /** The answer to the last passphrase. */
  error: unknown
  isBusy: boolean
  onTry(passphrase: string): void
}

function Unlock({ error, isBusy, onTry }: UnlockProps) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { passphrase: '' },
    check: ({ passphrase }) => (passphrase === '' ? { passphrase: t('backup.passphraseMissing') } : {}),
    submit: async ({ passphrase }) => onTry(passphrase),
  })
  return (
    <FormBody form={{ ...form, busy: isBusy, saved: false }} verb={t('restore.unlock')} careless>
      <p className={layout.prose90}>{t('restore.locked')}</p>
      <SecretInput
        {...form.text('passphrase')}
        error={form.errors.passphrase ?? (error ? sayError(t, error) : undefined)}
        label={t('backup.passphrase')}
        autoComplete="off"
        data-autofocus
      />
    </FormBody>
  )
}
