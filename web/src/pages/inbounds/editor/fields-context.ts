import { createContext, use } from 'react'
import type { Field } from '#domain/inbounds/form/field.ts'
import type { PlainKey } from '../../../i18n/translation.tsx'

/** What the inputs of a form table need; the forms of inbounds and outbounds have it. */
export interface FieldsHost {
  get(at: string): unknown
  set(at: string, value: unknown): void
  errorAt(at: string): string | undefined
  /** The fields of one entry in a list of blocks. */
  rowFields(rows: Field): readonly Field[]
  labelOf(path: string): PlainKey | undefined
  hintOf(path: string): PlainKey | undefined
  /** A secret is hidden; the label of the button that shows it. */
  secretAt?(path: string): string | undefined
}

export const FieldsContext = createContext<FieldsHost | undefined>(undefined)

export function useFields(): FieldsHost {
  const host = use(FieldsContext)
  if (!host) throw new Error('useFields outside of its provider')
  return host
}
