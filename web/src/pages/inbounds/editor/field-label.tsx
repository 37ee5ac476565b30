import { Switch } from '@mantine/core'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useStored } from '../../../ui/stored.ts'
import styles from './editor.module.css'
import { useFields } from './fields-context.ts'
import { keyOfPath, shortPath } from './labels.ts'

/** The label and, on demand, the key that the core and its manual use. */
export function useFieldWords(path: string) {
  const { t } = useTranslation()
  const [isNamed] = useFieldNames()
  const { labelOf, hintOf } = useFields()
  const known = labelOf(path)
  const hint = hintOf(path)
  return {
    name: known ? t(known) : shortPath(path),
    label: known ? (
      <>
        {t(known)}
        {isNamed && (
          <span className={styles.key} aria-hidden="true">
            <bdi dir="ltr">{keyOfPath(path)}</bdi>
          </span>
        )}
      </>
    ) : (
      <span dir="ltr">{shortPath(path)}</span>
    ),
    hint: hint && t(hint),
  }
}

const isYesNo = (value: unknown): value is boolean => typeof value === 'boolean'

/** Whether labels show the key that the core and its manual use; this browser remembers it. */
const useFieldNames = () => useStored('sluice-field-names', false, isYesNo)

export function FieldNamesSwitch() {
  const { t } = useTranslation()
  const [shown, setShown] = useFieldNames()
  return (
    <Switch
      className="atEnd"
      label={t('inboundForm.fieldNames')}
      checked={shown}
      onChange={(event) => setShown(event.currentTarget.checked)}
    />
  )
}
