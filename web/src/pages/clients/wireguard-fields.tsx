import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { InboundOption } from '#contract/inbound.ts'
import { newPeerKeys } from '#domain/wireguard/keys.ts'
import { AmountField } from '../../forms/amount-field.tsx'
import type { FieldsOf } from '../../forms/form.tsx'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { Button } from '../../ui/button.tsx'
import { browserMint } from '../inbounds/editor/browser-mint.ts'
import styles from './client-drawer.module.css'
import { type ClientForm, newSharedKey, pairWith } from './client-form.ts'
import { tunnelsAmong } from './tunnels.ts'
import { Pools } from './wireguard-pools.tsx'

interface Props {
  form: FieldsOf<ClientForm>
  inbounds: readonly InboundOption[]
}

const fields = ['privateKey', 'publicKey', 'preSharedKey', 'allowedIPs', 'keepAlive'] as const

/** Keys and addresses of a client on WireGuard inbounds; nothing for a client that never was on one. */
export function WireguardFields({ form, inbounds }: Props) {
  const { values, errors } = form
  const [isOpen, setOpen] = useState(false)
  const tunnels = tunnelsAmong(inbounds, values.inboundIds)
  if (tunnels.length === 0 && values.publicKey === '') return null
  // A refused field expands the section that contains it.
  const isRefused = fields.some((name) => errors[name] !== undefined)
  return (
    <details
      className="foldedBox"
      open={isOpen || isRefused}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>WireGuard</summary>
      <div className="foldedFields">
        <Pools tunnels={tunnels} />
        <TextInput
          {...form.text('allowedIPs', 'clientForm.allowedIPs', 'clientForm.allowedIPsHint')}
          dir="ltr"
          spellCheck={false}
        />
        <Keys form={form} />
        <KeepAlive {...form.value('keepAlive')} />
      </div>
    </details>
  )
}

const privateHint = ({ privateKey, publicKey }: ClientForm): PlainKey => {
  if (privateKey !== '') return 'wireguard.privateHint'
  return publicKey === '' ? 'wireguard.privateNone' : 'wireguard.privateAway'
}

/** Keys and addresses: nothing that a browser should correct or remember. */
export const machineText = { dir: 'ltr', spellCheck: false, autoComplete: 'off' } as const

function Keys({ form }: Pick<Props, 'form'>) {
  const { t } = useTranslation()
  const { values } = form
  const setPair = (pair: Pick<ClientForm, 'privateKey' | 'publicKey'>) => {
    form.set('privateKey', pair.privateKey)
    form.set('publicKey', pair.publicKey)
  }
  return (
    <>
      <TextInput
        {...form.text('privateKey', 'clientForm.privateKey', privateHint(values))}
        onChange={({ currentTarget }) => setPair(pairWith(values, { privateKey: currentTarget.value }))}
        {...machineText}
      />
      <TextInput
        {...form.text('publicKey', 'clientForm.publicKey', 'wireguard.publicHint')}
        onChange={({ currentTarget }) => setPair(pairWith(values, { publicKey: currentTarget.value }))}
        {...machineText}
      />
      <TextInput
        {...form.text('preSharedKey', 'clientForm.preSharedKey', 'wireguard.sharedHint')}
        {...machineText}
      />
      <div className={styles.keyTools}>
        <Button
          label={t('wireguard.newPair')}
          size="sm"
          onClick={() => setPair(newPeerKeys(browserMint()))}
        />
        <Button
          label={t('wireguard.newShared')}
          size="sm"
          onClick={() => form.set('preSharedKey', newSharedKey())}
        />
      </div>
    </>
  )
}

interface KeepAliveProps {
  name: string
  value: number | string
  error: string | undefined
  onChange(value: number | string): void
}

export function KeepAlive(props: KeepAliveProps) {
  const { t } = useTranslation()
  return (
    <AmountField
      {...props}
      label={t('clientForm.keepAlive')}
      description={t('wireguard.keepAliveHint')}
      unset={t('clientForm.flowNone')}
      max={65_535}
      allowDecimal={false}
      hideControls
    />
  )
}
