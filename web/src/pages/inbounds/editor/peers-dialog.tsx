import { Alert, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Block } from '#contract/inbound.ts'
import { textAt, textsAt } from '#domain/untyped.ts'
import { nameOfPeer } from '#domain/wireguard/peers.ts'
import { ApiError } from '../../../api/api-error.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { sayBesideField, sayError } from '../../../ui/say-error.ts'

interface Props {
  /** Of the inbound. */
  id: number
  remark: string
  peers: readonly Block[]
  onClose(): void
  onDone(): void
}

const keyOf = (peer: Block) => textAt(peer, 'publicKey')

const firstName = (peer: Block, remark: string, i: number): string =>
  nameOfPeer(peer) || `${remark.trim().replace(/\s+/g, '-') || 'peer'}-${i + 1}`

/** Asks for a name for each peer; one without a name stays what it is. */
export function PeersDialog({ id, remark, peers, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const { api, toasts } = useServices()
  const [names, setNames] = useState(() => peers.map((peer, i) => firstName(peer, remark, i)))
  const named = peers.flatMap((peer, i) => {
    const email = names[i]?.trim() ?? ''
    return email === '' ? [] : [{ i, publicKey: keyOf(peer), email }]
  })
  const sending = useMutation({
    mutationFn: () =>
      api.call(endpoints.inbounds.adoptPeers, {
        params: { id },
        body: { peers: named.map(({ publicKey, email }) => ({ publicKey, email })) },
      }),
    onSuccess() {
      toasts.show({ tone: 'good', text: t('inboundForm.peersAdopted', { count: named.length }) })
      onDone()
    },
  })
  const wrong = wrongAmong(sending.error, named)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation() // the dialog is inside the editor's form for React
    if (named.length > 0 && !sending.isPending) sending.mutate()
  }
  return (
    <Dialog opened onClose={onClose} title={t('inboundForm.adoptPeersTitle')} zIndex={300}>
      <form noValidate onSubmit={submit} className="stack16">
        <p className="dim">{t('inboundForm.adoptPeersAbout')}</p>
        {peers.map((peer, i) => (
          <TextInput
            key={keyOf(peer)}
            label={textsAt(peer, 'allowedIPs').join(', ') || t('inboundForm.peerAnywhere')}
            description={
              <span dir="ltr" className="breakAnywhere">
                {keyOf(peer)}
              </span>
            }
            value={names[i] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setNames(names.map((name, at) => (at === i ? value : name)))
            }
            error={wrong?.i === i && wrong.text}
            autoComplete="off"
            spellCheck={false}
            dir="auto"
          />
        ))}
        {sending.error && !wrong && <Alert color="red">{sayError(t, sending.error)}</Alert>}
        <div className="buttonsAtEnd">
          <Button label={t('confirm.cancel')} onClick={onClose} />
          <Button
            label={t('inboundForm.adoptPeersVerb', { count: named.length })}
            primary
            type="submit"
            loading={sending.isPending}
            disabled={named.length === 0}
          />
        </div>
      </form>
    </Dialog>
  )
}

/** The panel names the place among those that were sent. */
function wrongAmong(error: unknown, named: readonly { i: number }[]) {
  if (!(error instanceof ApiError)) return undefined
  const place = /\[(\d+)\]/.exec(error.field ?? '')?.[1]
  const found = place === undefined ? undefined : named[Number(place)]
  return found && { i: found.i, text: sayBesideField(error) }
}
