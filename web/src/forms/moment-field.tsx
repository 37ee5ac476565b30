import { Input, TextInput } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useId } from 'react'
import { useTranslation } from '../i18n/translation.tsx'

/** Another calendar than the browser's own field has comes with its rules, when somebody reads dates in it. */
const JalaliField = lazy(async () => ({ default: (await import('./jalali-field.tsx')).JalaliField }))

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

export interface MomentFieldProps {
  label?: ReactNode
  /** Where its label is shown by somebody else. */
  'aria-label'?: string
  /** 2026-11-15T14:30, or 2026-11-15 where a day is meant; blank is none. In the reader's own time. */
  value: string
  of?: 'moment' | 'day'
  name?: string
  field?: string
  error?: string | undefined
  onChange(value: string): void
}

/** A day, or a day and a time of it, in the calendar that the reader has chosen (ADR 069). */
export function MomentField(props: MomentFieldProps) {
  const { t, calendar, measures } = useTranslation()
  const { label, value, of = 'moment', name, field, error, onChange } = props
  const zone = of === 'moment' ? t('date.zone', { zone: measures.zone }) : undefined
  const labelId = useId()
  if (calendar === 'persian')
    return (
      <Input.Wrapper
        label={label}
        labelElement="div"
        labelProps={{ id: labelId }}
        description={zone}
        error={error}
        inputWrapperOrder={order}
      >
        <Suspense fallback={<Input component="div" aria-busy />}>
          <JalaliField {...props} labelledBy={label ? labelId : undefined} />
        </Suspense>
      </Input.Wrapper>
    )
  return (
    <TextInput
      type={of === 'moment' ? 'datetime-local' : 'date'}
      label={label}
      aria-label={props['aria-label']}
      description={zone}
      inputWrapperOrder={order}
      name={name}
      data-field={field}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
