import type { ReactNode } from 'react'
import { newKey } from '#domain/clients/shadowsocks-key.ts'
import type { Field } from '#domain/inbounds/form/field.ts'
import { browserMint } from './browser-mint.ts'
import styles from './editor.module.css'
import { type Editor, useEditor } from './editor-context.ts'
import { FieldInput } from './field-input.tsx'
import { FieldTools } from './field-tools.tsx'
import { FieldsContext } from './fields-context.ts'
import { setAt } from './paths.ts'
import { RowsField } from './rows-field.tsx'
import { isSpecial, specialFields } from './special-fields.tsx'

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
export function FieldRow({ field, at = field.path }: { field: Field; at?: string }) {
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
