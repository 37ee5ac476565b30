import { Input, TextInput } from '@mantine/core'
import { type ReactNode, Suspense, useId } from 'react'
import { lazyWithWords } from '../i18n/lazy-with-words.ts'
import { useTranslation } from '../i18n/translation.tsx'

/** Other calendars are loaded only if the reader chose one. */
const JalaliField = lazyWithWords(() => import('./jalali-field.tsx'), 'JalaliField')

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

export interface MomentFieldProps {
  label?: ReactNode
  /** Set when the label is shown elsewhere. */
  'aria-label'?: string
  /** 2026-11-15T14:30, or 2026-11-15 for a day; blank means none. Local time of the reader. */
  value: string
  of?: 'moment' | 'day'
  name?: string
  field?: string
  error?: string | undefined
  onChange(value: string): void
}

/** A day, or a day and time, in the reader's calendar (ADR 061). */
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
