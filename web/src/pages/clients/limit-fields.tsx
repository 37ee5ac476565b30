import { NativeSelect, NumberInput, type NumberInputProps, Select } from '@mantine/core'
import { clientFields } from '#contract/clients/fields.ts'
import { AmountField } from '../../forms/amount-field.tsx'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import styles from './client-drawer.module.css'
import { clientLabels } from './client-labels.ts'
import type { FormOf, PolicyForm, Speed } from './field-forms.ts'

/** A form that has these fields, and maybe others. */
interface FormWith<F> {
  value<K extends keyof F & string>(
    name: K,
    label?: PlainKey,
    hint?: PlainKey,
  ): FieldProps<F[K]> & { name: K }
}

interface FieldProps<T> {
  name: string
  label?: string
  value: T
  error: string | undefined
  onChange(value: T): void
}

/** What holds for a client while no number is typed. */
const unsetWords = {
  totalGB: 'clients.unlimited',
  limitIp: 'clients.unlimited',
  limitHwid: 'clients.unlimited',
  reset: 'clients.never',
  slowSpeed: 'clientForm.slowHint',
  fairUse: 'policy.fairUseInherits',
  fairUseSpeed: 'clientForm.slowHint',
} as const satisfies Record<string, PlainKey>
type AmountName = keyof typeof unsetWords

const typedAs = {
  count: { allowDecimal: false },
  bytes: { decimalScale: 2, suffix: ' GB' },
  speed: { decimalScale: 3, suffix: ' Mbit/s' },
} as const

interface AmountProps<N extends AmountName> extends Omit<NumberInputProps, 'form'> {
  form: FormWith<FormOf<N>>
  of: N
  unset?: PlainKey
}

/** A limit of a client, a group or a plan. */
export function LimitField<N extends AmountName>({ form, of, unset, ...props }: AmountProps<N>) {
  const { t } = useTranslation()
  const field = form.value(of) as FieldProps<number | string> // an amount as it is typed
  const word: PlainKey = unset ?? unsetWords[of]
  return (
    <AmountField
      label={t(clientLabels[of])}
      {...typedAs[clientFields[of].kind]}
      {...props}
      {...field}
      unset={t(word)}
    />
  )
}

interface ChoiceProps<T extends string> extends FieldProps<T> {
  choices: Readonly<Record<T, string>>
}

export function ChoiceSelect<T extends string>({ choices, onChange, ...props }: ChoiceProps<T>) {
  return (
    <Select
      {...props}
      onChange={(next) => onChange(next as T)} // a key of the choices: none cannot be chosen
      data={Object.entries<string>(choices).map(([value, label]) => ({ value, label }))}
      allowDeselect={false}
    />
  )
}

/** What an IP limit counts, how much time a phone has to change its network, and what happens above it. */
export function IpFields({ form }: { form: FormWith<FormOf<'ipCount' | 'ipGrace' | 'whenOverIp'>> }) {
  const { t } = useTranslation()
  return (
    <div className={styles.pair}>
      <ChoiceSelect
        {...form.value('ipCount', 'policy.ipCount')}
        choices={{ address: t('policy.ipAddresses'), network: t('policy.ipNetworks') }}
      />
      <NumberInput
        {...form.value('ipGrace', 'policy.ipGrace', 'policy.ipGraceHint')}
        min={0}
        max={3_600}
        allowDecimal={false}
        suffix=" s"
      />
      <ChoiceSelect
        {...form.value('whenOverIp', 'policy.overIp')}
        choices={{ cut: t('policy.overIpCut'), slow: t('policy.overIpSlow') }}
      />
    </div>
  )
}

export function EndingSelect({ form }: { form: FormWith<FormOf<'whenEnded'>> }) {
  const { t } = useTranslation()
  return (
    <ChoiceSelect
      {...form.value('whenEnded', 'clientForm.whenEnded')}
      choices={{ cut: t('clientForm.endCut'), slow: t('clientForm.endSlow') }}
    />
  )
}

/** Speeds, what happens at the end, and the allowance of a day: of a group or a plan. */
export function PolicyFields({ form }: { form: FormWith<PolicyForm> }) {
  return (
    <>
      <SpeedFields form={form} unset="policy.notSet" />
      <div className={styles.pair}>
        <EndingSelect form={form} />
        <LimitField form={form} of="slowSpeed" unset="policy.slowHint" />
        <LimitField form={form} of="fairUse" unset="policy.fairUseHint" decimalScale={3} />
        <LimitField form={form} of="fairUseSpeed" unset="policy.slowHint" />
      </div>
    </>
  )
}

interface SpeedFieldsProps {
  form: FormWith<FormOf<'speedDown' | 'speedUp'>>
  /** What an unset speed is called; a client's is that of its group or inbound. */
  unset?: PlainKey
}

export const SpeedFields = ({ form, unset = 'clientForm.speedInherit' }: SpeedFieldsProps) => (
  <>
    <SpeedField {...form.value('speedDown')} label="clientForm.speedDown" unset={unset} />
    <SpeedField {...form.value('speedUp')} label="clientForm.speedUp" unset={unset} />
  </>
)

/** As the group says, no limit, or a speed of its own. */
function SpeedField(props: FieldProps<Speed> & Record<'label' | 'unset', PlainKey>) {
  const { t } = useTranslation()
  const { name, label, unset, value, error, onChange } = props
  return (
    <div className={styles.pair}>
      <NativeSelect
        label={t(label)}
        value={value.kind}
        onChange={
          ({ currentTarget }) =>
            onChange({ kind: currentTarget.value as Speed['kind'], mbit: value.mbit || 10 }) // one of the three below
        }
        data={[
          { value: 'inherit', label: t(unset) },
          { value: 'none', label: t('clientForm.speedNone') },
          { value: 'own', label: t('clientForm.speedOwn') },
        ]}
      />
      {value.kind === 'own' && (
        <NumberInput
          name={name}
          label={t('clientForm.speedOwn')}
          error={error}
          value={value.mbit}
          onChange={(mbit) => onChange({ kind: 'own', mbit })}
          min={0.01}
          decimalScale={3}
          suffix=" Mbit/s"
        />
      )}
    </div>
  )
}
