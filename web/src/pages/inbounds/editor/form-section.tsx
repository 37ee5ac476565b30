import { type ReactNode, useId } from 'react'
import { newKey } from '#domain/clients/credentials.ts'
import type { Field } from '#domain/inbounds/form/field.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { browserMint } from './browser-mint.ts'
import styles from './editor.module.css'
import { type Editor, useEditor } from './editor-context.ts'
import { FieldGrid, isWideKind } from './field-grid.tsx'
import { FieldInput } from './field-input.tsx'
import { FieldTools } from './field-tools.tsx'
import { FieldsContext } from './fields-context.ts'
import { placeOf, setAt } from './paths.ts'
import { PeersField } from './peers-field.tsx'
import { RowsField } from './rows-field.tsx'
import { fieldsOf, isCommon, type Section, sectionOf } from './sections.ts'
import { isSpecial, specialFields } from './special-fields.tsx'

/** A collapsible section of the form, with its number of errors. */
export function FormSection({ section, children }: { section: Section; children: ReactNode }) {
  const { t } = useTranslation()
  const { isOpen, toggle, problems, refusedAt } = useEditor()
  const id = useId()
  const open = isOpen(section)
  const wrong =
    problems.filter(({ field }) => sectionOf(field) === section).length +
    (refusedAt !== undefined && sectionOf(refusedAt) === section ? 1 : 0)
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 className={styles.sectionHead}>
        <button
          type="button"
          id={id}
          className={styles.fold}
          aria-expanded={open}
          data-section={section}
          onClick={() => toggle(section)}
        >
          <span className={styles.chevron} data-open={open || undefined}>
            <Chevron />
          </span>
          {t(`inboundForm.section.${section}`)}
          {wrong > 0 && <span className={styles.wrong}>{t('inboundForm.wrong', { count: wrong })}</span>}
        </button>
      </h3>
      {open && <div className={styles.sectionBody}>{children}</div>}
    </section>
  )
}

export function SectionFields({ section, before }: { section: Section; before?: ReactNode }) {
  const { form, cell, refusedAt, problems } = useEditor()
  return (
    <FieldGrid
      fields={fieldsOf(section, form, cell)}
      isShown={(field) => isCommon(field, form)}
      marked={[...(refusedAt === undefined ? [] : [refusedAt]), ...problems.map(({ field }) => field)]}
      Row={FieldRow}
      before={before}
    />
  )
}

const Chevron = () => (
  <svg
    viewBox="0 0 24 24"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.2"
    aria-hidden="true"
  >
    <path d="m6 9.500 6 6 6-6" />
  </svg>
)

const isWide = (field: Field) =>
  isWideKind(field) ||
  /(target|privateKey|publicKey|serverNames|shortIds|mldsa65\w+|decryption|encryption)$/.test(field.path)

/** One field of the table: its input and its tools. */
function FieldRow({ field, at = field.path }: { field: Field; at?: string }) {
  const { get } = useEditor()
  const place = placeOf(get, field, at)
  if (field.path === 'settings.peers') return <PeersField field={field} at={place} Row={FieldRow} />
  if (field.kind === 'rows') return <RowsField field={field} at={place} Row={FieldRow} />
  if (isSpecial(field.path)) return specialFields[field.path]
  const input = <FieldInput kind={field.kind} field={field} at={place} />
  return (
    <div className={styles.field} data-wide={isWide(field) || undefined} data-kind={field.kind}>
      {field.path === 'settings.method' ? <Rekeyed>{input}</Rekeyed> : input}
      <div className={styles.tools}>
        <FieldTools at={place} />
      </div>
    </div>
  )
}

/** Another cipher needs a key of another length. */
function Rekeyed({ children }: { children: ReactNode }) {
  const editor = useEditor()
  const set: Editor['set'] = (at, value) =>
    editor.change((form) =>
      setAt(setAt(form, at, value), 'settings.password', newKey(String(value ?? ''), browserMint())),
    )
  return <FieldsContext value={{ ...editor, set }}>{children}</FieldsContext>
}
