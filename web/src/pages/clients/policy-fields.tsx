import { NumberInput, Select } from '@mantine/core'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './client-drawer.module.css'
import type { IpForm, PolicyForm } from './policy-form.ts'
import { SpeedField } from './speed-field.tsx'

interface Props<F> {
  values: F
  errors: Partial<Record<string, string>>
  set<K extends keyof F & string>(name: K, value: F[K]): void
}

/** A fieldset of one kind of choice: cut or slow. */
function EndingSelect(props: {
  name: string
  label: string
  value: PolicyForm['whenEnded']
  cut: string
  slow: string
  onChange(value: PolicyForm['whenEnded']): void
}) {
  const { name, label, value, cut, slow, onChange } = props
  return (
    <Select
      name={name}
      label={label}
      value={value}
      onChange={(next) => onChange(next === 'slow' ? 'slow' : 'cut')}
      data={[
        { value: 'cut', label: cut },
        { value: 'slow', label: slow },
      ]}
      allowDeselect={false}
    />
  )
}

/** Speeds, what happens at the end, and the allowance of a day: of a group or a plan. */
export function PolicyFields({ values, errors, set }: Props<PolicyForm>) {
  const { t } = useTranslation()
  const speed = (name: 'speedDown' | 'speedUp') => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (next: PolicyForm['speedDown']) => set(name, next),
    unset: t('policy.notSet'),
  })
  const number = (name: 'slowMbit' | 'fairGigabytes' | 'fairMbit') => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (next: number | string) => set(name, next),
    min: 0,
    decimalScale: 3,
  })
  return (
    <>
      <SpeedField {...speed('speedDown')} label={t('clientForm.speedDown')} />
      <SpeedField {...speed('speedUp')} label={t('clientForm.speedUp')} />
      <div className={styles.pair}>
        <EndingSelect
          name="whenEnded"
          label={t('clientForm.whenEnded')}
          value={values.whenEnded}
          cut={t('clientForm.endCut')}
          slow={t('clientForm.endSlow')}
          onChange={(next) => set('whenEnded', next)}
        />
        <NumberInput
          {...number('slowMbit')}
          label={t('clientForm.slowSpeed')}
          description={t('policy.slowHint')}
          suffix=" Mbit/s"
        />
        <NumberInput
          {...number('fairGigabytes')}
          label={t('policy.fairUse')}
          description={t('policy.fairUseHint')}
          suffix=" GB"
        />
        <NumberInput
          {...number('fairMbit')}
          label={t('policy.fairUseSpeed')}
          description={t('policy.slowHint')}
          suffix=" Mbit/s"
        />
      </div>
    </>
  )
}

/** What an IP limit counts, how much time a phone has to change its network, and what happens above it. */
export function IpFields({ values, errors, set }: Props<IpForm>) {
  const { t } = useTranslation()
  return (
    <div className={styles.pair}>
      <Select
        name="ipCount"
        label={t('policy.ipCount')}
        value={values.ipCount}
        onChange={(next) => set('ipCount', next === 'network' ? 'network' : 'address')}
        data={[
          { value: 'address', label: t('policy.ipAddresses') },
          { value: 'network', label: t('policy.ipNetworks') },
        ]}
        allowDeselect={false}
      />
      <NumberInput
        name="ipGrace"
        label={t('policy.ipGrace')}
        description={t('policy.ipGraceHint')}
        value={values.ipGrace}
        error={errors.ipGrace}
        onChange={(next) => set('ipGrace', next)}
        min={0}
        max={3_600}
        allowDecimal={false}
        suffix=" s"
      />
      <EndingSelect
        name="whenOverIp"
        label={t('policy.overIp')}
        value={values.whenOverIp}
        cut={t('policy.overIpCut')}
        slow={t('policy.overIpSlow')}
        onChange={(next) => set('whenOverIp', next)}
      />
    </div>
  )
}
