import { type ComponentType, useState } from 'react'
import type { Field } from '#domain/inbounds/form/field.ts'
import { isBlock } from '#domain/untyped.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PlusIcon, TrashIcon } from '../../../ui/icons.tsx'
import { DraftText } from './draft-text.tsx'
import styles from './editor.module.css'
import { useFieldWords } from './field-label.tsx'
import { useFields } from './fields-context.ts'
import rowStyles from './rows.module.css'
import { isRare } from './sections.ts'
import { jsonOf, parseBlock } from './text-forms.ts'

/**
 * Rows have no key: a list of another length is re-mounted, so that half-typed text does not move to another
 * row.
 */
const keyOfRow = (rows: readonly unknown[], i: number) => `${i} of ${rows.length}`

interface RowProps {
  rows: Field
  fields: readonly Field[]
  at: string
  /** Draws one field of a row; handed down because a row may hold lists again. */
  Row: ComponentType<{ field: Field; at: string }>
}

/** Common fields and those with a value; the rest is behind a button. */
function RowFields({ rows, fields, at, Row }: RowProps) {
  const { t } = useTranslation()
  const { get } = useFields()
  const [more, setMore] = useState(false)
  const placeOf = ({ path }: Field) => path.replace(`${rows.path}[]`, at)
  const known = fields.filter((field) => !isRare(field) || get(placeOf(field)) !== undefined)
  const shown = more ? fields : known
  return (
    <>
      {shown.map((field) => (
        <Row key={field.path} field={field} at={placeOf(field)} />
      ))}
      {shown.length < fields.length && (
        <button type="button" className={styles.textButton} onClick={() => setMore(true)}>
          {t('inboundForm.more', { count: fields.length - shown.length })}
        </button>
      )}
    </>
  )
}

export interface RowsFieldProps {
  field: Field
  at: string
  Row: RowProps['Row']
}

/** A list of blocks, each with the fields that the table has for it. */
export function RowsField({ field, at, Row }: RowsFieldProps) {
  const { t } = useTranslation()
  const { get, set, rowFields, errorAt } = useFields()
  const { name, label, hint } = useFieldWords(field.path)
  const value = get(at)
  const rows: unknown[] = Array.isArray(value) ? value : []
  const fields = rowFields(field)
  const error = errorAt(at)
  const write = (next: unknown[]) =>
    set(at, next.length === 0 && field.default === undefined ? undefined : next)
  return (
    <fieldset className={styles.rows} data-field={at} tabIndex={-1}>
      <legend className={styles.legend}>{label}</legend>
      {hint && <p className="dim80">{hint}</p>}
      {error && (
        <p className="bad85" role="alert">
          {error}
        </p>
      )}
      {rows.map((row, i) => (
        <fieldset
          key={keyOfRow(rows, i)}
          aria-label={t('inboundForm.rowName', { name, number: i + 1 })}
          className={rowStyles.row}
        >
          <div className={`${styles.fields} ${rowStyles.body}`}>
            {fields.length > 0 ? (
              <RowFields rows={field} fields={fields} at={`${at}[${i}]`} Row={Row} />
            ) : (
              <DraftText
                ariaLabel={t('inboundForm.rowName', { name, number: i + 1 })}
                value={isBlock(row) ? row : undefined}
                format={jsonOf}
                parse={(text) => parseBlock(text, t('inboundForm.jsonBad'))}
                onValue={(next) => set(`${at}[${i}]`, next ?? {})}
              />
            )}
          </div>
          <IconButton
            icon={TrashIcon}
            label={t('inboundForm.removeRow', { name, number: i + 1 })}
            onClick={() => write(rows.filter((_, other) => other !== i))}
          />
        </fieldset>
      ))}
      <div>
        <Button
          label={t('inboundForm.add')}
          size="compact-sm"
          leftSection={<PlusIcon size={14} />}
          aria-label={t('inboundForm.addRow', { name })}
          onClick={() => write([...rows, {}])}
        />
      </div>
    </fieldset>
  )
}
