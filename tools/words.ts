// The catalogue of words, `locales/<language>/<file>.json`, for the tools: the types of its keys, and its parts for the browser.
// `node tools/words.ts` writes the types; the commands of package.json do so by themselves.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Plugin } from 'vite'
import { argumentsOf, parseMessage } from '../domain/src/words/format.ts'
import { languageCodes } from '../domain/src/words/languages.ts'
import { firstParts, parts } from '../web/src/i18n/parts.ts'

type Messages = Record<string, string>

const root = join(import.meta.dirname, '..')
const locales = join(root, 'locales')
const fileOf = (language: string, file: string) => join(locales, language, `${file}.json`)
const read = (language: string, file: string) =>
  JSON.parse(readFileSync(fileOf(language, file), 'utf8')) as Messages // texts by their keys, as tests check

/** `api` has English only: what programs and the terminal read. */
const files = ['app', 'refusals', 'notices', 'alerts', 'bot', 'person', 'api']

/** For each file of the catalogue its keys, each with the names of its arguments. */
export function typesOf(catalogue: Record<string, Messages>): string {
  const names = (text: string) => [...new Set(argumentsOf(parseMessage(text)))].map((name) => `'${name}'`)
  const rows = Object.entries(catalogue).flatMap(([file, messages]) => [
    `  ${file}: {`,
    ...Object.entries(messages).map(([key, text]) => `    '${key}': ${names(text).join(' | ') || 'never'}`),
    '  }',
  ])
  return [
    '// Written by tools/words.ts from locales/en.',
    'export interface English {',
    ...rows,
    '}',
    '',
  ].join('\n')
}

/** TypeScript knows a message of a JSON file as a string: what it needs filled in is written down here. */
export function writeTypes(): void {
  const target = join(root, '.cache', 'words.ts')
  const text = typesOf(Object.fromEntries(files.map((file) => [file, read('en', file)])))
  mkdirSync(join(root, '.cache'), { recursive: true })
  if (readOrBlank(target) === text) return
  // The compiler may be reading while a test run writes.
  const next = `${target}.${process.pid}`
  writeFileSync(next, text)
  renameSync(next, target)
}

function readOrBlank(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The messages of one part of the app: those whose first segment belongs to it. */
function partOf(messages: Messages, part: string): Messages {
  const segments: readonly string[] = Object.entries(parts).find(([name]) => name === part)?.[1] ?? []
  const isOwn = (key: string) => segments.includes(key.split('.', 1)[0] ?? '')
  return Object.fromEntries(Object.entries(messages).filter(([key]) => isOwn(key)))
}

const isFirst = (part: string) => firstParts.some((first) => first === part)
/** Loaded whole, because their keys are codes. */
const wholeFiles = ['refusals', 'notices', 'alerts']

/** The module of one language: the first parts, and where the others are. */
function languageModule(language: string): string {
  const messages = read(language, 'app')
  const first = firstParts.map((part) => partOf(messages, part))
  const later = Object.keys(parts).filter((part) => !isFirst(part))
  const partLines = later.map((part) => `'${part}': () => import('virtual:words/${language}/${part}'),`)
  const fileLines = wholeFiles.map((file) => `${file}: () => import('${fileOf(language, file)}'),`)
  return [
    `export const first = ${JSON.stringify(Object.assign({}, ...first))}`,
    `export const parts = {\n${partLines.join('\n')}\n}`,
    `export const files = {\n${fileLines.join('\n')}\n}`,
  ].join('\n')
}

const languagesModule = () =>
  [
    'export const catalogue = {',
    ...languageCodes.map((code) => `${code}: () => import('virtual:words/${code}'),`),
    '}',
  ].join('\n')

const readAgainMs = 20
/** A file that cannot be read after this time has a mistake, which the page shows. */
const patienceMs = 1_000

/**
 * The news of a change may come while the file is being written: it is empty then, or ends too early. The end of the writing
 * is not always reported, because Vite leaves out what follows at once.
 */
async function untilWhole(read: () => string | Promise<string>): Promise<void> {
  const last = Date.now() + patienceMs
  for (;;) {
    const text = await read()
    try {
      return void JSON.parse(text)
    } catch (error) {
      if (Date.now() > last) throw error
    }
    await sleep(readAgainMs)
  }
}

const asked = /^\0virtual:words(?:\/(\w+))?(?:\/([\w-]+))?$/

/** `virtual:words` for the web app: a part of one language is a file of its own in the built app (ADR 061). */
export function wordsPlugin(): Plugin {
  return {
    name: 'words',
    buildStart: writeTypes,
    resolveId: (id) => (id.startsWith('virtual:words') ? `\0${id}` : null),
    load(id) {
      const found = asked.exec(id)
      if (!found) return null
      const [, language, part] = found
      if (!language) return languagesModule()
      this.addWatchFile(fileOf(language, 'app'))
      if (!part) return languageModule(language)
      return `export default ${JSON.stringify(partOf(read(language, 'app'), part))}`
    },
    async hotUpdate({ file, read }) {
      if (!file.startsWith(locales)) return
      await untilWhole(read)
      writeTypes()
      const { moduleGraph, hot } = this.environment
      for (const [id, module] of moduleGraph.idToModuleMap)
        if (asked.test(id)) moduleGraph.invalidateModule(module)
      hot.send({ type: 'full-reload' })
      return [] // no module is replaced by itself: others would keep the one of before
    },
  }
}

if (import.meta.main) writeTypes()
