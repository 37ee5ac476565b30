import { NativeSelect } from '@mantine/core'
import { type Protocol, protocols } from '#contract/protocol.ts'
import { AmountField } from '../../../forms/amount-field.tsx'
import { MomentField } from '../../../forms/moment-field.tsx'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { browserMint } from './browser-mint.ts'
import { networksOf, securitiesOf, withNetwork, withProtocol, withSecurity } from './cell-change.ts'
import { takesMasque } from './core-advice.ts'
import { useEditor } from './editor-context.ts'
import { inputWrapperOrder } from './field-input.tsx'
import { useFieldWords } from './field-label.tsx'
import { makeRealityKeys } from './key-material.ts'
import { setAll } from './paths.ts'
import { useLatestEditor } from './tool.tsx'

interface Unit {
  path: string
  /** How many bytes or bits it has. */
  size: number
  decimals: number
  suffix: string
}

/** Bytes or bits on the wire, a larger unit on the screen. */
function Amount({ path, size, decimals, suffix }: Unit) {
  const { t } = useTranslation()
  const { get, set, errorAt } = useEditor()
  const { label, hint } = useFieldWords(path)
  const shown = Number(((Number(get(path)) || 0) / size).toFixed(decimals))
  return (
    <AmountField
      label={label}
      unset={t('field.unlimited')}
      description={hint}
      inputWrapperOrder={inputWrapperOrder}
      error={errorAt(path)}
      data-field={path}
      value={shown}
      onChange={(next) => set(path, Math.round((Number(next) || 0) * size))}
      decimalScale={decimals}
      suffix={suffix}
      hideControls
      dir="ltr"
    />
  )
}
const megabits = { size: 1_000_000, decimals: 3, suffix: ' Mbit/s' }

const localText = (ms: number): string => {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** Blank means never. */
function ExpiryField() {
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

interface ChoiceProps<T extends string> {
  path: string
  value: T | undefined
  data: readonly T[]
  onChange(value: T): void
}

function Choice<T extends string>({ path, value, data, onChange }: ChoiceProps<T>) {
  const { errorAt } = useEditor()
  const { label } = useFieldWords(path)
  return (
    <NativeSelect
      label={label}
      error={errorAt(path)}
      data-field={path}
      value={value ?? ''}
      data={[...data]}
      onChange={(event) => onChange(event.currentTarget.value as T)} // one of the options
    />
  )
}

function ProtocolField() {
  const { cell, change, kept, coreVersions } = useEditor()
  const mayHave = (name: Protocol) => name !== 'masque' || takesMasque(coreVersions)
  return (
    <Choice
      path="protocol"
      value={cell.protocol}
      // hysteria2 is an alias: offered only if it is already set.
      data={protocols.filter((name) => name === cell.protocol || (name !== 'hysteria2' && mayHave(name)))}
      onChange={(next) => change((form) => withProtocol(form, next, kept, browserMint()))}
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
      onChange={(next) => change((form) => withNetwork(form, next, kept, browserMint()))}
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
  return (
    <Choice
      path="streamSettings.security"
      value={cell.security}
      data={cell.security && !legal.includes(cell.security) ? [...legal, cell.security] : legal}
      onChange={(next) => {
        change((form) => withSecurity(form, next, kept, browserMint()))
        if (next === 'reality') void fillKeys()
      }}
    />
  )
}

/** Fields that differ from the wire format: a choice with consequences, a unit, a date. */
export const specialFields = {
  protocol: <ProtocolField />,
  total: <Amount path="total" size={1024 ** 3} decimals={2} suffix=" GB" />,
  expiryTime: <ExpiryField />,
  speedDown: <Amount path="speedDown" {...megabits} />,
  speedUp: <Amount path="speedUp" {...megabits} />,
} as const
export const isSpecial = (path: string): path is keyof typeof specialFields => path in specialFields
