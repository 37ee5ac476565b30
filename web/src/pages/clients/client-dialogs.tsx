import { TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import { endpoints } from '../../api/endpoints.ts'
import { FormBody, useForm } from '../../forms/form.tsx'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useParam, useUrlState } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { AccessPanel } from './access-panel.tsx'
import styles from './client-dialogs.module.css'
import { ImportDialog } from './import-dialog.tsx'
import { NewMany } from './many-dialog.tsx'
import { NewLimitsFields, useNewLimits } from './new-limits.tsx'
import { RenewForm } from './renew-form.tsx'
import { noPeer, tunnelsAmong } from './tunnels.ts'
import { useClientRow } from './use-clients.ts'

/** Every dialog that the URL opens on the page of clients. */
export const ClientDialogs = () => (
  <>
    <RenewDialog />
    <NewClient />
    <NewMany />
    <ImportDialog />
  </>
)

const NewWireguardFields = lazyWithWords(
  () => import('./new-wireguard-fields.tsx'),
  'NewWireguardFields',
  'wireguard',
)

/** Name, plan, Enter: then the QR code is shown. */
function NewClient() {
  const { t, router } = useApp()
  const opened = useParam('new') === 'client'
  const [made, setMade] = useState<string>()
  const close = () => router.setParams({ new: undefined })
  return (
    <Dialog
      opened={opened}
      onClose={close}
      size={560}
      title={made === undefined ? t('shell.clientsNew') : t('new.done', { email: made })}
      classNames={{ title: styles.title ?? '' }}
      transitionProps={{ onExited: () => setMade(undefined) }}
    >
      {made === undefined ? (
        <NewClientForm onDone={setMade} />
      ) : (
        <NewClientSheet email={made} onAnother={() => setMade(undefined)} />
      )}
    </Dialog>
  )
}

function NewClientForm({ onDone }: { onDone: (email: string) => void }) {
  const { t, api } = useApp()
  const limits = useNewLimits()
  const tunnels = tunnelsAmong(limits.known, limits.inboundIds)
  const form = useForm({
    initial: { email: '', comment: '', inboundIds: '', ...noPeer },
    check: ({ email }) => (email.trim() === '' ? { email: t('new.emailMissing') } : {}),
    fields: { inboundIds: 'inboundIds' },
    async submit({ email, comment, inboundIds: _, ...peer }) {
      const own = tunnels.length > 0 && { ...peer, keepAlive: Number(peer.keepAlive) }
      const client = { ...limits.fields(), ...own, email: email.trim(), comment: comment.trim() }
      await api.call(endpoints.clients.add, { body: { client, inboundIds: limits.inboundIds } })
      limits.remember()
    },
    onDone: (_, { email }) => onDone(email.trim()),
  })
  return (
    <FormBody form={form} verb={t('new.create')} closedBy={['new']}>
      <TextInput
        {...form.text('email', 'new.email', 'new.emailHint')}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        dir="auto"
      />
      <NewLimitsFields of={limits} error={form.errors.inboundIds} />
      {tunnels.length > 0 && (
        <Suspense fallback={<Waiting />}>
          <NewWireguardFields form={form} tunnels={tunnels} />
        </Suspense>
      )}
      <TextInput {...form.text('comment', 'clients.comment')} autoComplete="off" dir="auto" />
    </FormBody>
  )
}

/** The new client's QR code and links. */
function NewClientSheet({ email, onAnother }: { email: string; onAnother: () => void }) {
  const { t, router } = useApp()
  return (
    <div className="stack20">
      <AccessPanel email={email} />
      <div className="buttonsAtEnd">
        <Button label={t('new.open')} onClick={() => router.setParams({ new: undefined, c: email })} />
        <Button label={t('new.another')} primary icon={PlusIcon} onClick={onAnother} data-autofocus />
      </div>
    </div>
  )
}

/** `?renew=<email>`: asks for a plan. Enter takes the last one. */
function RenewDialog() {
  const { t } = useApp()
  const [email, setEmail] = useUrlState('renew')
  const close = () => setEmail('')
  return (
    <Dialog
      opened={email !== ''}
      onClose={close}
      title={email && t('verb.renewTitle', { email })}
      zIndex={300}
      centered
    >
      {email && <RenewBody email={email} onClose={close} />}
    </Dialog>
  )
}

function RenewBody({ email, onClose }: { email: string; onClose: () => void }) {
  const row = useClientRow(email)
  return row ? <RenewForm targets={[row]} one={row} onClose={onClose} /> : null
}
