import { Switch } from '@mantine/core'
import { useTranslation } from '../../../i18n/translation.tsx'
import layout from '../../../ui/layout.module.css'
import { useStored } from '../../../ui/stored.ts'

const isYesNo = (value: unknown): value is boolean => typeof value === 'boolean'

/** Whether labels show the key that the core and its manual use; this browser remembers it. */
export const useFieldNames = () => useStored('sluice-field-names', false, isYesNo)

export function FieldNamesSwitch() {
  const { t } = useTranslation()
  const [shown, setShown] = useFieldNames()
  return (
    <Switch
      className={layout.atEnd ?? ''}
      label={t('inboundForm.fieldNames')}
      checked={shown}
      onChange={(event) => setShown(event.currentTarget.checked)}
    />
  )
}
