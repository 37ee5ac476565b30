import { createContext, use } from 'react'
import type { Block } from '#contract/inbound.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import type { Problem } from '#domain/inbounds/form/validate.ts'
import type { Kept } from './cell-change.ts'
import type { FieldsHost } from './fields-context.ts'
import type { FallbackDraft } from './form-values.ts'
import type { Reach } from './reach.ts'
import type { Section } from './sections.ts'

/** Without `coded` the message is in the reader's language already. */
export type FormProblem = Pick<Problem, 'field' | 'message'> & Partial<Pick<Problem, 'coded'>>

/** What every part of the editor reads and writes. */
export interface Editor extends FieldsHost {
  form: Block
  /** Undefined for a new inbound. */
  id: number | undefined
  /** There are changes that are not saved. */
  dirty: boolean
  cell: Cell
  /** Several values at once, or a change that depends on the form. */
  change(next: (form: Block) => Block): void
  /** Earlier choices, for as long as the editor is open. */
  kept: Kept
  fallbacks: readonly FallbackDraft[]
  setFallbacks(rows: readonly FallbackDraft[]): void
  /** On which servers a new inbound is created, and which group gets it. */
  reach: Reach
  setReach(reach: Reach): void
  problems: readonly FormProblem[]
  /** Of the cores that will run it, as far as they are known. */
  coreVersions: readonly string[]
  isOpen(section: Section): boolean
  toggle(section: Section): void
  /** Opens a field's section, scrolls to the field and focuses it. */
  reveal(at: string): void
  /** The refused field: shown even if its section is collapsed. */
  refusedAt: string | undefined
}

export const EditorContext = createContext<Editor | undefined>(undefined)

export function useEditor(): Editor {
  const editor = use(EditorContext)
  if (!editor) throw new Error('useEditor outside of its provider')
  return editor
}
