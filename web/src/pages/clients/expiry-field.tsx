import { NumberInput, SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import { MomentField } from '../../forms/moment-field.tsx'
import { useTranslation } from '../../i18n/translation.tsx'
import { dateText, type Expiry } from './field-forms.ts'

interface Props {
  name: string
  value: Expiry
  error?: string | undefined
  onChange(value: Expiry): void
  /** A group has no first use. */
  withoutFirstUse?: boolean
}

const DAY = 86_400_000
const monthAhead = () => dateText(Date.now() + 30 * DAY)

/** Never, at a time, or a number of days after the first connection. */
export function ExpiryField({ name, value, error, onChange, withoutFirstUse }: Props) {
  const { t } = useTranslation()
  const label = useId()
  const first: Record<Expiry['kind'], () => Expiry> = {
    never: () => ({ kind: 'never' }),
    date: () => ({ kind: 'date', date: monthAhead() }),
    firstUse: () => ({ kind: 'firstUse', days: 30 }),
  }
  return (
    <div className="stack6">
      <span id={label} className="fieldLabel">
        {t('clients.expiry')}
      </span>
      <SegmentedControl
        aria-labelledby={label}
        value={value.kind}
        onChange={(kind) => onChange(first[kind as Expiry['kind']]())} // one of the three below
        data={[
          { value: 'never', label: t('clients.never') },
          { value: 'date', label: t('clientForm.onDate') },
          ...(withoutFirstUse ? [] : [{ value: 'firstUse', label: t('clientForm.firstUse') }]),
        ]}
      />
      {value.kind === 'date' && (
        <MomentField
          name={name}
          aria-label={t('clientForm.onDate')}
          value={value.date}
          error={error}
          onChange={(date) => onChange({ kind: 'date', date })}
        />
      )}
      {value.kind === 'firstUse' && (
        <NumberInput
          name={name}
          aria-label={t('clientForm.days')}
          value={value.days}
          error={error}
          min={1}
          allowDecimal={false}
          onChange={(days) => onChange({ kind: 'firstUse', days })}
        />
      )}
    </div>
  )
}
