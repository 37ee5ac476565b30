import type { Coded } from '#contract/coded.ts'
import { fill } from '#domain/coded.ts'
import { languages } from '#domain/words/languages.ts'
import { codedFiles, keyOfCode } from './catalogue.ts'
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
  const language = words.language()
  const text = words.textsOf(language)[key]
  if (text === undefined) return undefined
  const { locale } = languages[language]
  return fill(text, params as Coded['params'], { locale, say: sayInner })
}

/** In the language that is on; undefined where the code is not known, or the texts are not here. */
export const refusalText = ({ code, params }: CodedText): string | undefined =>
  textAt(keyOfCode('refusals', code), params)

export const noticeText = ({ code, params }: CodedText, part: 'title' | 'message'): string | undefined =>
  textAt(keyOfCode('notices', `${code}.${part}`), params)
