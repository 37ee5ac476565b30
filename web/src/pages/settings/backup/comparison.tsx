import { Alert, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BackupComparison, BackupFacts } from '#contract/backup.ts'
import { endpoints, keyOf } from '../../../api/endpoints.ts'
import { FormBody, SecretInput, useForm } from '../../../forms/form.tsx'
import type { PlainKey } from '../../../i18n/translation.tsx'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { sayError, useSayAll } from '../../../ui/say-error.ts'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import { Failed, Loaded } from '../../../ui/states.tsx'
import styles from './backup.module.css'
import { LastRestore } from './last-restore.tsx'
import { movedTo } from './moved-to.ts'
import { useBackups, useRestoring } from './use-backups.ts'

interface Props {
  id: string
  comparison: BackupComparison
  passphrase: string | undefined
  onClose(): void
}

/** Compared, then restored, then said what was done. */
export function Comparison({ id, comparison, passphrase, onClose }: Props) {
  const { t, api } = useApp()
  const { backup, here, sha256, notes, notesCoded } = comparison
  const say = useSayAll(notesCoded)
  const next = movedTo(comparison, new URL(location.href))
  const restoring = useRestoring(() =>
    api.call(endpoints.backup.restore, { params: { backup: id }, body: { passphrase, confirm: sha256 } }),
  )
  if (restoring.isPending)
    return (
      <div className={styles.waiting} role="status">
        <Loader color="var(--accent)" />
        <h3>{t('restore.waitingTitle')}</h3>
        <p className="prose90">{t('restore.waiting')}</p>
        {next && <NextAddress url={next} />}
      </div>
    )
  if (restoring.isSuccess) return <Restored isBack={restoring.data !== null} next={next} onClose={onClose} />
  return (
    <>
      <ComparisonTable backup={backup} here={here} />
      {notes.length > 0 && (
        <Alert color="orange">
          <p className={styles.notes} dir="auto">
            {say(notesCoded, notes.join('\n'))}
          </p>
        </Alert>
      )}
      <p className="strong">{t('restore.affects', { here: here.clients, backup: backup.clients })}</p>
      <p className="prose90">{t('restore.safe')}</p>
      {restoring.error && <Failed error={restoring.error} title={t('restore.failed')} />}
      <div className={styles.buttons}>
        <Button
          label={t('restore.verb', { count: here.clients })}
          primary
          color="red.9"
          classNames={{ root: styles.verb ?? '', label: styles.verbLabel ?? '' }}
          onClick={() => restoring.mutate()}
        />
        <Button label={t('confirm.cancel')} onClick={onClose} />
      </div>
    </>
  )
}

interface RestoredProps {
  /** The panel answers at this address. */
  isBack: boolean
  /** Its other address, if the backup has one. */
  next: string | undefined
  onClose(): void
}

function Restored({ isBack, next, onClose }: RestoredProps) {
  const { t } = useApp()
  const { data } = useBackups()
  if (!isBack)
    return (
      <Alert color="orange">
        <p>{t('restore.late')}</p>
        {next && <NextAddress url={next} />}
      </Alert>
    )
  return (
    <>
      {data?.lastRestore && <LastRestore restore={data.lastRestore} canUndo={data.canUndo} />}
      <div className={styles.buttons}>
        <Button label={t('restore.close')} primary onClick={onClose} />
      </div>
    </>
  )
}

const NextAddress = ({ url }: { url: string }) => (
  <a href={url} className={styles.link} dir="ltr">
    {url}
  </a>
)

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

interface Row {
  name: PlainKey
  /** In words; the two sides differ if their words do. */
  of(facts: BackupFacts): string
  /** A difference is normal, and not marked. */
  calm?: true
}

/** Both states side by side; what differs is marked, and not by colour alone. */
function ComparisonTable({ backup, here }: { backup: BackupFacts; here: BackupFacts }) {
  const { t, measures } = useApp()
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

/** `?restore=<id>`: what the backup holds against what is here, then the button. */
export function RestoreDrawer() {
  const { t } = useApp()
  return (
    <SideDrawer param="restore" title={() => t('restore.title')} size={640}>
      {(id, close) => <Body key={id} id={id} onClose={close} />}
    </SideDrawer>
  )
}

function Body({ id, onClose }: { id: string; onClose(): void }) {
  const { api } = useApp()
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
  const { t } = useApp()
  const form = useForm({
    initial: { passphrase: '' },
    check: ({ passphrase }) => (passphrase === '' ? { passphrase: t('backup.passphraseMissing') } : {}),
    submit: async ({ passphrase }) => onTry(passphrase),
  })
  return (
    <FormBody form={{ ...form, busy: isBusy, saved: false }} verb={t('restore.unlock')} careless>
      <p className="prose90">{t('restore.locked')}</p>
      <SecretInput
        {...form.text('passphrase', 'backup.passphrase')}
        error={form.errors.passphrase ?? (error ? sayError(t, error) : undefined)}
        autoComplete="off"
        data-autofocus
      />
    </FormBody>
  )
}
