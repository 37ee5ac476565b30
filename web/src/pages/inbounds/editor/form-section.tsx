import { type ReactNode, useId, useState } from 'react'
import { newKey } from '#domain/clients/shadowsocks-key.ts'
import type { Field } from '#domain/inbounds/form/field.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { browserMint } from './browser-mint.ts'
import styles from './editor.module.css'
import { type Editor, useEditor } from './editor-context.ts'
import { FieldInput } from './field-input.tsx'
import { FieldTools } from './field-tools.tsx'
import { FieldsContext } from './fields-context.ts'
import { sectionLabels } from './labels.ts'
import { isWithin, setAt } from './paths.ts'
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
          {t(sectionLabels[section])}
          {wrong > 0 && <span className={styles.wrong}>{t('inboundForm.wrong', { count: wrong })}</span>}
        </button>
      </h3>
      {open && <div className={styles.sectionBody}>{children}</div>}
    </section>
  )
}

/** The common fields, and the rest behind a button. */
export function SectionFields({ section, before }: { section: Section; before?: ReactNode }) {
  const { t } = useTranslation()
  const { form, cell, refusedAt, problems } = useEditor()
  const [more, setMore] = useState(false)
  // A field that was shown stays while the editor is open: it must not vanish under the cursor.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const fields = fieldsOf(section, form, cell)
  const isMarked = ({ path }: Field) =>
    [refusedAt, ...problems.map(({ field }) => field)].some(
      (at) => at !== undefined && isWithin(at.replace(/\[\d+\]/g, '[]'), path),
    )
  const isShown = (field: Field) => isCommon(field, form) || seen.has(field.path) || isMarked(field)
  const rest = fields.filter((field) => !isShown(field))
  function unfold() {
    setSeen(new Set([...seen, ...rest.map(({ path }) => path)]))
    setMore(true)
  }
  return (
    <>
      <div className={styles.fields}>
        {before}
        {fields.filter(isShown).map((field) => (
          <FieldRow key={field.path + field.kind} field={field} />
        ))}
      </div>
      {!more && rest.length > 0 && (
        <button type="button" className={styles.textButton} onClick={unfold}>
          {t('inboundForm.more', { count: rest.length })}
        </button>
      )}
    </>
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

/** The path of a field's value, under an alias if the stored value uses one. */
function placeOf({ get }: Editor, field: Field, at: string): string {
  const named = (name: string) => at.replace(/[^.]+$/, name)
  return [at, ...(field.alias ?? []).map(named)].find((place) => get(place) !== undefined) ?? at
}

const wide: ReadonlySet<Field['kind']> = new Set(['rows', 'map', 'headers', 'block'])
const isWide = ({ kind, path }: Field) =>
  wide.has(kind) ||
  /(target|privateKey|publicKey|serverNames|shortIds|mldsa65\w+|decryption|encryption)$/.test(path)

/** One field of the table: its input and its tools. */
function FieldRow({ field, at = field.path }: { field: Field; at?: string }) {
  const editor = useEditor()
  const place = placeOf(editor, field, at)
  if (field.kind === 'rows') return <RowsField field={field} at={place} Row={FieldRow} />
  if (isSpecial(field.path)) {
    const Special = specialFields[field.path]
    return <Special />
  }
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
