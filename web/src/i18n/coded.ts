import { codedFiles, keyOfCode } from './files.ts'
import { createFormat } from './icu.ts'
import { type LanguageCode, languages } from './languages.ts'
import { words } from './words.ts'

/** A sentence of the panel as data (contract/coded.ts), as loosely as JSON may bring it. */
export interface CodedText {
  readonly code: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Resolves when the panel's sentences can be said. Where they cannot be fetched, its English is shown. */
export const loadCoded = (): Promise<void> => words.need(...codedFiles).catch(() => {})

const formats = new Map<LanguageCode, ReturnType<typeof createFormat>>()
function formatOf(language: LanguageCode) {
  const format = formats.get(language) ?? createFormat(languages[language].locale)
  formats.set(language, format)
  return format
}

const isCoded = (value: unknown): value is CodedText =>
  typeof value === 'object' && value !== null && 'code' in value && 'params' in value

const withoutStop = (text: string) => text.replace(/[.。\s]+$/, '')

/** Numbers stay as they are: most are ports and limits, which nobody writes with separators. */
function fill(text: string, params: CodedText['params']): string {
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) {
    const said = isCoded(value) ? (refusalText(value) ?? value.code) : String(value)
    // A sentence at the end of a sentence: one full stop is enough.
    values[name] = /[.。:;,،：；，]/.test(text[text.indexOf(`{${name}}`) + name.length + 2] ?? '')
      ? withoutStop(said)
      : said
  }
  return formatOf(words.language())(text, values)
}

const textAt = (key: string, params: CodedText['params']): string | undefined => {
  const text = words.textsOf(words.language())[key]
  return text === undefined ? undefined : fill(text, params)
}

/** In the language that is on; undefined where the code is not known, or the texts are not here. */
export const refusalText = ({ code, params }: CodedText): string | undefined =>
  textAt(keyOfCode('refusals', code), params)

export const noticeText = ({ code, params }: CodedText, part: 'title' | 'message'): string | undefined =>
  textAt(keyOfCode('notices', `${code}.${part}`), params)
