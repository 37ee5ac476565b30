import { useTranslation } from '../../../i18n/translation.tsx'
import styles from './editor.module.css'
import { hints, keyOfPath, labelOf } from './labels.ts'

/** The name in plain words, and beside it, small, the key by which the core and the manuals know it. */
export function useFieldWords(path: string) {
  const { t } = useTranslation()
  const known = labelOf(path)
  const key = keyOfPath(path)
  const hint = hints[path]
  return {
    name: known ? t(known) : key,
    label: known ? (
      <>
        {t(known)}
        <code className={styles.key} dir="ltr" aria-hidden="true">
          {key}
        </code>
      </>
    ) : (
      <span dir="ltr">{key}</span>
    ),
    hint: hint && t(hint),
  }
}
