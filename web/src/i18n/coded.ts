import type { Coded } from '#contract/coded.ts'
import { fill } from '#domain/coded.ts'
import { codedFiles, keyOfCode } from './files.ts'
import { words } from './words.ts'

/** A sentence of the panel as data (contract/coded.ts), as loosely as JSON may bring it. */
export interface CodedText {
  readonly code: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Resolves when the panel's sentences can be said. Where they cannot be fetched, its English is shown. */
export const loadCoded = (): Promise<void> => words.need(...codedFiles).catch(() => {})

const isCoded = (value: unknown): value is CodedText =>
  typeof value === 'object' && value !== null && 'code' in value && 'params' in value

const sayInner = (inner: unknown): string =>
  isCoded(inner) ? (refusalText(inner) ?? inner.code) : String(inner)

const textAt = (key: string, params: CodedText['params']): string | undefined => {
  const text = words.textsOf(words.language())[key]
  // Numbers stay as they are: most are ports and limits, which nobody writes with separators.
  return text === undefined ? undefined : fill(text, params as Coded['params'], sayInner)
}

/** In the language that is on; undefined where the code is not known, or the texts are not here. */
export const refusalText = ({ code, params }: CodedText): string | undefined =>
  textAt(keyOfCode('refusals', code), params)

export const noticeText = ({ code, params }: CodedText, part: 'title' | 'message'): string | undefined =>
  textAt(keyOfCode('notices', `${code}.${part}`), params)
