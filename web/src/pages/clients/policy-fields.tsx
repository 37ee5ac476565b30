import { AmountField } from '../../forms/amount-field.tsx'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './client-drawer.module.css'
import { EndingSelect } from './ending-select.tsx'
import { FairFields } from './fair-fields.tsx'
import type { FieldsProps, PolicyForm } from './field-forms.ts'
import { SpeedField } from './speed-field.tsx'

/** Speeds, what happens at the end, and the allowance of a day: of a group or a plan. */
export function PolicyFields({ values, errors, set }: FieldsProps<PolicyForm>) {
  const { t } = useTranslation()
  const speed = (name: 'speedDown' | 'speedUp') => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (next: PolicyForm['speedDown']) => set(name, next),
    unset: t('policy.notSet'),
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
        <AmountField
          name="slowSpeed"
          value={values.slowSpeed}
          error={errors.slowSpeed}
          onChange={(next) => set('slowSpeed', next)}
          decimalScale={3}
          label={t('clientForm.slowSpeed')}
          unset={t('policy.slowHint')}
          suffix=" Mbit/s"
        />
        <FairFields values={values} errors={errors} set={set} />
      </div>
    </>
  )
}
