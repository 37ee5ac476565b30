import { useTranslation } from '../../../i18n/translation.tsx'
import styles from './editor.module.css'
import { hints, keyOfPath, labelOf, shortPath } from './labels.ts'

/** The label and, in small print, the key that the core and its manual use. */
export function useFieldWords(path: string) {
  const { t } = useTranslation()
  const known = labelOf(path)
  const key = keyOfPath(path)
  const hint = hints[path]
  return {
    name: known ? t(known) : shortPath(path),
    label: known ? (
      <>
        {t(known)}
        <span className={styles.key} aria-hidden="true">
          <bdi dir="ltr">{key}</bdi>
        </span>
      </>
    ) : (
      <span dir="ltr">{shortPath(path)}</span>
    ),
    hint: hint && t(hint),
  }
}
