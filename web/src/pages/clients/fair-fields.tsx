import { AmountField } from '../../forms/amount-field.tsx'
import { useTranslation } from '../../i18n/translation.tsx'
import type { FairForm, FieldsProps } from './field-forms.ts'

/** The allowance of a day, and the speed after it. `inherits`: a client, which has its group's where it sets none. */
export function FairFields({
  values,
  errors,
  set,
  inherits,
}: FieldsProps<FairForm> & { inherits?: boolean }) {
  const { t } = useTranslation()
  const number = (name: keyof FairForm) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (next: number | string) => set(name, next),
    decimalScale: 3,
  })
  return (
    <>
      <AmountField
        {...number('fairUse')}
        label={t('policy.fairUse')}
        unset={t(inherits ? 'policy.fairUseInherits' : 'policy.fairUseHint')}
        suffix=" GB"
      />
      <AmountField
        {...number('fairUseSpeed')}
        label={t('policy.fairUseSpeed')}
        unset={t(inherits ? 'clientForm.slowHint' : 'policy.slowHint')}
        suffix=" Mbit/s"
      />
    </>
  )
}
