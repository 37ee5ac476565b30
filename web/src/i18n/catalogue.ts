import { catalogue } from 'virtual:words'
import type { KeyOf } from '#domain/words/keys.ts'
import type { LanguageCode } from '#domain/words/languages.ts'
import { firstParts, type Part } from './parts.ts'

/** The panel's own sentences by their codes. Only `coded.ts` reads them: they are no keys of the screens. */
export const codedFiles = ['refusals', 'notices'] as const
export type CodedFile = (typeof codedFiles)[number]
export type WordFile = Part | CodedFile

export type Key = KeyOf<'app'>
export type Messages = Readonly<Partial<Record<string, string>>>

/** Where the text of a code is kept among the messages of a language. */
export const keyOfCode = (file: CodedFile, code: string): string => `${file}/${code}`

const isCodedFile = (file: WordFile): file is CodedFile => codedFiles.some((coded) => coded === file)
const isFirst = (file: WordFile): boolean => firstParts.some((first) => first === file)

/** A language brings the addresses of its own parts only. */
async function languageModule(language: LanguageCode) {
  const load = catalogue[language]
  if (!load) throw new Error(`there is no language ${language}`)
  return load()
}

export async function loadWords(language: LanguageCode, file: WordFile): Promise<Messages> {
  const { first, parts, files } = await languageModule(language)
  if (isFirst(file)) return first
  if (isCodedFile(file)) {
    const { default: texts } = await files[file]()
    return Object.fromEntries(Object.entries(texts).map(([code, text]) => [keyOfCode(file, code), text]))
  }
  const load = parts[file]
  if (!load) throw new Error(`there is no part ${file}`)
  return (await load()).default
}

/** The texts of alerts, which have a file of their own because mails and the bot say them too. */
export async function loadAlertTexts(language: LanguageCode): Promise<Messages> {
  const { files } = await languageModule(language)
  return (await files.alerts()).default
}
