import { NativeSelect, TextInput } from '@mantine/core'
import { daysIn, type JalaliDay, jalaliOf, textOf } from '../i18n/jalali.ts'
import { useTranslation } from '../i18n/translation.tsx'
import styles from './jalali-field.module.css'
import type { MomentFieldProps } from './moment-field.tsx'

const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1)
const NOON = 'T12:00:00Z'

interface Props extends MomentFieldProps {
  labelledBy: string | undefined
}

/** Year, month and day as selects: only valid values are offered, and a phone shows its own picker. */
export function JalaliField(props: Props) {
  const { value, of = 'moment', name, field, error, labelledBy, onChange } = props
  const { t, measures } = useTranslation()
  const chosen = jalaliOf(value)
  const today = jalaliOf(new Date().toISOString()) ?? { year: 1405, month: 1, day: 1 }
  const shown = chosen ?? today
  const time = value.slice(11) || '23:59'
  const give = (parts: Partial<JalaliDay>, at = time) =>
    onChange(`${textOf({ ...shown, ...parts })}${of === 'moment' ? `T${at}` : ''}`)
  const first = Math.min(today.year - 1, shown.year)
  const years = Array.from({ length: Math.max(today.year + 10, shown.year) - first + 1 }, (_, i) => first + i)
  const days = Array.from({ length: daysIn(shown.year, shown.month) }, (_, i) => i + 1)
  const list = (
    what: string,
    at: number,
    all: readonly number[],
    write: (n: number) => string,
    part: keyof JalaliDay,
  ) => (
    <NativeSelect
      aria-label={what}
      {...(part === 'day' && { name, 'data-field': field })}
      value={chosen ? at : ''}
      error={Boolean(error)}
      data={[
        ...(part === 'year' || !chosen ? [{ value: '', label: '—' }] : []),
        ...all.map((n) => ({ value: String(n), label: write(n) })),
      ]}
      onChange={({ currentTarget }) =>
        currentTarget.value === '' ? onChange('') : give({ [part]: Number(currentTarget.value) })
      }
    />
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend of its own
    <div role="group" aria-label={props['aria-label']} aria-labelledby={labelledBy} className={styles.parts}>
      {list(t('date.day'), shown.day, days, measures.plain, 'day')}
      {list(
        t('date.month'),
        shown.month,
        MONTHS,
        (month) => measures.month(Date.parse(`${textOf({ year: shown.year, month, day: 2 })}${NOON}`)),
        'month',
      )}
      {list(t('date.year'), shown.year, years, measures.plain, 'year')}
      {of === 'moment' && (
        <TextInput
          type="time"
          aria-label={t('date.time')}
          value={chosen ? time : ''}
          disabled={!chosen}
          error={Boolean(error)}
          onChange={({ currentTarget }) => give({}, currentTarget.value || time)}
        />
      )}
    </div>
  )
}
