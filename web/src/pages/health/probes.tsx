import { Alert, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Probe } from '#contract/probes-api.ts'
import { endpoints, useCall, useRefresh, useReply } from '../../api/endpoints.ts'
import { useForm } from '../../forms/form.tsx'
import { isolated } from '../../i18n/measures.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { Failed, LoadedList } from '../../ui/states.tsx'
import { StatusWord, type Tone } from '../../ui/status-word.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import styles from './probes.module.css'

const MINUTE = 60_000

const tones: Readonly<Record<Probe['state'], Tone>> = {
  ...{ invited: 'calm', looking: 'good', offline: 'warn', silent: 'warn', held: 'bad' },
}

/** Other machines that check the entries. The join string is only in the reply to the invitation. */
export function Probes() {
  const { t } = useApp()
  const [invited, setInvited] = useState<{ name: string; join: string }>()
  const probes = useReply(endpoints.probes.list, { staleTime: MINUTE, refetchInterval: MINUTE })
  const refreshList = useRefresh(endpoints.probes.list)
  const refreshEntries = useRefresh(endpoints.entries.list)
  const refresh = () => Promise.all([refreshList(), refreshEntries()])
  const command = `sluice probe --join ${invited?.join}`
  return (
    <Card title={t('probes.title')}>
      <p className={styles.about}>{t('probes.text')}</p>
      <LoadedList query={probes} none={<p className="dim85">{t('probes.none')}</p>}>
        {(probe) => <ProbeRow key={probe.id} probe={probe} onChanged={refresh} />}
      </LoadedList>
      {invited && (
        <Alert color="teal" role="status" mb="sm">
          {t('probes.once', { name: isolated(invited.name) })}
          <div className={styles.command}>
            <code dir="ltr">{command}</code>
            <CopyButton wide primary text={command} what={t('health.command')} />
          </div>
        </Alert>
      )}
      <Invitation
        onInvited={(made) => {
          setInvited(made)
          void refresh()
        }}
      />
    </Card>
  )
}

function Invitation({ onInvited }: { onInvited(made: { name: string; join: string }): void }) {
  const { t, api } = useApp()
  const blank = { name: '', country: '', provider: '' }
  const form = useForm({
    initial: blank,
    check: ({ name }) => (name.trim() === '' ? { name: t('probes.nameMissing') } : {}),
    // How the probe reaches the panel: as this browser does.
    submit: (names) => api.call(endpoints.probes.invite, { body: { ...names, url: '' } }),
    onDone({ join }, { name }) {
      form.reset(blank)
      onInvited({ name, join })
    },
  })
  return (
    <form ref={form.element} noValidate onSubmit={form.onSubmit} className={styles.form}>
      <TextInput {...form.text('name', 'probes.name', 'probes.nameHint')} autoComplete="off" dir="auto" />
      <TextInput {...form.text('country', 'probes.country')} autoComplete="off" dir="auto" />
      <TextInput {...form.text('provider', 'probes.provider')} autoComplete="off" dir="auto" />
      <Button label={t('probes.invite')} type="submit" loading={form.busy} />
      {form.failure && <Alert color="red">{form.failure}</Alert>}
    </form>
  )
}

function ProbeRow({ probe, onChanged }: { probe: Probe; onChanged(): Promise<unknown> }) {
  const { t, measures, questions } = useApp()
  const now = useMinute()
  const { id, name, country, provider, state, seenAt } = probe
  const revocation = useCall(endpoints.probes.revoke, { onSuccess: onChanged })
  async function revoke() {
    const yes = await questions.ask({
      ...{ title: t('probes.revokeTitle', { name: isolated(name) }), text: t('probes.revokeText') },
      ...{ verb: t('probes.revokeVerb'), danger: true },
    })
    if (yes) revocation.mutate({ params: { id } })
  }
  const known = [country, provider].filter(Boolean).join(', ')
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <bdi>{name}</bdi>
        <div className="dim85">
          {known !== '' && <bdi>{known}</bdi>}
          {known !== '' && seenAt > 0 && ' · '}
          {seenAt > 0 && t('probes.seen', { when: measures.fromNow(seenAt, now) })}
        </div>
      </div>
      <StatusWord tone={tones[state]} word={t(`probes.state.${state}`)} />
      <IconButton icon={TrashIcon} label={t('probes.revoke', { name: isolated(name) })} onClick={revoke} />
      {revocation.error && <Failed error={revocation.error} />}
    </li>
  )
}
