import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { argumentsOf, parseMessage } from '#domain/words/format.ts'
import type { LanguageCode } from '#domain/words/languages.ts'

const locales = join(import.meta.dirname, '..', 'locales')

/** The languages that have a folder. */
export const localeFolders = (): string[] => readdirSync(locales)

/** The files of a language, without their ending. */
export const localeFiles = (language: LanguageCode): string[] =>
  readdirSync(join(locales, language)).map((name) => name.replace(/\.json$/, ''))

/** The text of a file, as it is on disk. */
export const localeText = (language: LanguageCode, file: string): string =>
  readFileSync(join(locales, language, `${file}.json`), 'utf8')

export const messagesOf = (language: LanguageCode, file: string): Record<string, string> =>
  JSON.parse(localeText(language, file)) as Record<string, string> // texts by their keys: the first test of locales.test.ts

/** The names of what is filled in, sorted. */
export const argsOf = (message: string): string[] =>
  [...new Set(argumentsOf(parseMessage(message)))].toSorted()
