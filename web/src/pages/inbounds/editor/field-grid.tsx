import { type ComponentType, type ReactNode, useState } from 'react'
import type { Field } from '#domain/inbounds/form/field.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import styles from './editor.module.css'
import { isWithin } from './paths.ts'

interface Props {
  fields: readonly Field[]
  /** The others are behind a button. */
  isShown(field: Field): boolean
  /** Paths with an error: their fields are shown, too. */
  marked: readonly string[]
  Row: ComponentType<{ field: Field }>
  before?: ReactNode
}

/** The common fields, and the rest behind a button. */
export function FieldGrid({ fields, isShown, marked, Row, before }: Props) {
  const { t } = useTranslation()
  // A field that was shown stays while the form is open: it must not vanish under the cursor.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const isMarked = (path: string) => marked.some((at) => isWithin(at.replace(/\[\d+\]/g, '[]'), path))
  const isOpen = (field: Field) => isShown(field) || seen.has(field.path) || isMarked(field.path)
  const rest = fields.filter((field) => !isOpen(field))
  return (
    <>
      <div className={styles.fields}>
        {before}
        {fields.filter(isOpen).map((field) => (
          <Row key={field.path + field.kind} field={field} />
        ))}
      </div>
      {rest.length > 0 && (
        <button
          type="button"
          className={styles.textButton}
          onClick={() => setSeen(new Set([...seen, ...rest.map(({ path }) => path)]))}
        >
          {t('inboundForm.more', { count: rest.length })}
        </button>
      )}
    </>
  )
}

const wide: ReadonlySet<Field['kind']> = new Set(['rows', 'map', 'headers', 'block'])
export const isWideKind = ({ kind }: Field): boolean => wide.has(kind)
