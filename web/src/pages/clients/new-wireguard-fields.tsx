import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { InboundOption } from '#contract/inbound.ts'
import type { FieldsOf } from '../../forms/form.tsx'
import { useTranslation } from '../../i18n/translation.tsx'
import { Button } from '../../ui/button.tsx'
import { newSharedKey } from './client-form.ts'
import type { NewPeer } from './tunnels.ts'
import { KeepAlive, machineText } from './wireguard-fields.tsx'
import { Pools } from './wireguard-pools.tsx'

interface Props {
  form: FieldsOf<NewPeer>
  tunnels: readonly InboundOption[]
}

const fields = ['publicKey', 'preSharedKey', 'allowedIPs', 'keepAlive'] as const

/** What a new client gets on WireGuard inbounds, and what it may bring itself. */
export function NewWireguardFields({ form, tunnels }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isRefused = fields.some((name) => form.errors[name] !== undefined)
  return (
    <div className="stack6" data-wireguard-new>
      <Pools tunnels={tunnels} label="wireguard.newGets" />
      <details
        className="foldedBox"
        open={isOpen || isRefused}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>{t('wireguard.own')}</summary>
        <div className="foldedFields">
          <TextInput
            {...form.text('publicKey', 'clientForm.publicKey', 'wireguard.ownKeyHint')}
            {...machineText}
          />
          <TextInput
            {...form.text('allowedIPs', 'clientForm.allowedIPs', 'wireguard.ownAddressHint')}
            {...machineText}
          />
          <TextInput
            {...form.text('preSharedKey', 'clientForm.preSharedKey', 'wireguard.sharedHint')}
            {...machineText}
          />
          <div>
            <Button
              label={t('wireguard.newShared')}
              size="sm"
              onClick={() => form.set('preSharedKey', newSharedKey())}
            />
          </div>
          <KeepAlive {...form.value('keepAlive')} />
        </div>
      </details>
    </div>
  )
}
