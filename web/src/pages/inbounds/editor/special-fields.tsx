import { NativeSelect } from '@mantine/core'
import { networks, protocols, securities } from '#contract/protocol.ts'
import { AmountField } from '../../../forms/amount-field.tsx'
import { MomentField } from '../../../forms/moment-field.tsx'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { browserMint } from './browser-mint.ts'
import { networksOf, securitiesOf, withNetwork, withProtocol, withSecurity } from './cell-change.ts'
import { useEditor } from './editor-context.ts'
import { inputWrapperOrder } from './field-input.tsx'
import { useFieldWords } from './field-label.tsx'
import { makeRealityKeys } from './key-material.ts'
import { setAll } from './paths.ts'
import { useLatestEditor } from './tool.tsx'

const GB = 1024 ** 3

/** Bytes on the wire, gigabytes on the screen. */
export function TotalField() {
  const { t } = useTranslation()
  const { get, set, errorAt } = useEditor()
  const { label } = useFieldWords('total')
  const bytes = Number(get('total')) || 0
  return (
    <AmountField
      label={label}
      unset={t('field.unlimited')}
      error={errorAt('total')}
      data-field="total"
      value={Math.round((bytes / GB) * 100) / 100}
      onChange={(next) => set('total', Math.round((Number(next) || 0) * GB))}
      decimalScale={2}
      suffix=" GB"
      hideControls
      dir="ltr"
    />
  )
}

const megabit = 1_000_000

/** Bits on the wire, megabits on the screen. */
function InboundSpeed({ path }: { path: 'speedDown' | 'speedUp' }) {
  const { t } = useTranslation()
  const { get, set, errorAt } = useEditor()
  const { label, hint } = useFieldWords(path)
  return (
    <AmountField
      label={label}
      unset={t('field.unlimited')}
      description={hint}
      inputWrapperOrder={inputWrapperOrder}
      error={errorAt(path)}
      data-field={path}
      value={(Number(get(path)) || 0) / megabit}
      onChange={(next) => set(path, Math.round((Number(next) || 0) * megabit))}
      decimalScale={3}
      suffix=" Mbit/s"
      hideControls
      dir="ltr"
    />
  )
}
const SpeedDownField = () => <InboundSpeed path="speedDown" />
const SpeedUpField = () => <InboundSpeed path="speedUp" />

const localText = (ms: number): string => {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** Blank means never. */
export function ExpiryField() {
  const { get, set, errorAt } = useEditor()
  const { label } = useFieldWords('expiryTime')
  const ms = Number(get('expiryTime')) || 0
  return (
    <MomentField
      label={label}
      error={errorAt('expiryTime')}
      field="expiryTime"
      value={ms > 0 ? localText(ms) : ''}
      onChange={(value) => set('expiryTime', Date.parse(value) || 0)}
    />
  )
}

interface SelectProps {
  path: string
  value: string | undefined
  data: readonly string[]
  onChange(value: string): void
}

function Choice({ path, value, data, onChange }: SelectProps) {
  const { errorAt } = useEditor()
  const { label } = useFieldWords(path)
  return (
    <NativeSelect
      label={label}
      error={errorAt(path)}
      data-field={path}
      value={value ?? ''}
      data={[...data]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function ProtocolField() {
  const { cell, change, kept } = useEditor()
  // hysteria2 is an alias: offered only if it is already set.
  const offered = protocols.filter((name) => name !== 'hysteria2' || cell.protocol === 'hysteria2')
  return (
    <Choice
      path="protocol"
      value={cell.protocol}
      data={offered}
      onChange={(next) => {
        const protocol = protocols.find((name) => name === next)
        if (protocol) change((form) => withProtocol(form, protocol, kept, browserMint()))
      }}
    />
  )
}

export function NetworkField() {
  const { cell, change, kept } = useEditor()
  return (
    <Choice
      path="streamSettings.network"
      value={cell.network}
      data={networksOf(cell.protocol)}
      onChange={(next) => {
        const network = networks.find((name) => name === next)
        if (network) change((form) => withNetwork(form, network, kept, browserMint()))
      }}
    />
  )
}

/**
 * Reality cannot start without a key pair, so one is generated when Reality is chosen. If that fails, the
 * button is there.
 */
function useFirstKeys() {
  const { api } = useServices()
  const latest = useLatestEditor()
  return async () => {
    const keys = await makeRealityKeys(api).catch(() => undefined)
    const { get, change } = latest.current
    if (keys && !get('streamSettings.realitySettings.privateKey')) change((form) => setAll(form, keys))
  }
}

export function SecurityField() {
  const { cell, change, kept } = useEditor()
  const fillKeys = useFirstKeys()
  const legal = securitiesOf(cell.protocol, cell.network)
  const shown = cell.security && !legal.includes(cell.security) ? [...legal, cell.security] : legal
  return (
    <Choice
      path="streamSettings.security"
      value={cell.security}
      data={shown}
      onChange={(next) => {
        const security = securities.find((name) => name === next)
        if (!security) return
        change((form) => withSecurity(form, security, kept, browserMint()))
        if (security === 'reality') void fillKeys()
      }}
    />
  )
}

/** Fields that differ from the wire format: a choice with consequences, a unit, a date. */
export const specialFields = {
  protocol: ProtocolField,
  total: TotalField,
  expiryTime: ExpiryField,
  speedDown: SpeedDownField,
  speedUp: SpeedUpField,
} as const
export const isSpecial = (path: string): path is keyof typeof specialFields => path in specialFields
