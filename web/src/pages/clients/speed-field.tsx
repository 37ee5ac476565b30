import { NativeSelect, NumberInput } from '@mantine/core'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './client-drawer.module.css'
import type { Speed } from './field-forms.ts'

interface Props {
  name: string
  label: string
  value: Speed
  error?: string | undefined
  onChange(value: Speed): void
  /** What an unset speed is called; a client's is that of its group or inbound. */
  unset?: string
}

/** As the group says, no limit, or a speed of its own. */
export function SpeedField({ name, label, value, error, onChange, unset }: Props) {
  const { t } = useTranslation()
  return (
    <div className={styles.pair}>
      <NativeSelect
        label={label}
        value={value.kind}
        onChange={
          ({ currentTarget }) =>
            onChange({ kind: currentTarget.value as Speed['kind'], mbit: value.mbit || 10 }) // one of the three below
        }
        data={[
          { value: 'inherit', label: unset ?? t('clientForm.speedInherit') },
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
