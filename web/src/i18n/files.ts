import type { activity } from './en/activity.ts'
import type { clients } from './en/clients.ts'
import type { home } from './en/home.ts'
import type { inboundFields } from './en/inbound-fields.ts'
import type { inbounds } from './en/inbounds.ts'
import type { kit } from './en/kit.ts'
import type { login } from './en/login.ts'
import type { network } from './en/network.ts'
import type { settings } from './en/settings.ts'
import type { setup } from './en/setup.ts'
import type { shell } from './en/shell.ts'
import type { LanguageCode } from './languages.ts'

/** Every file of words: `<language>/<name>.ts`. English is the measure for keys and arguments (decision 061). */
interface Files {
  shell: typeof shell
  kit: typeof kit
  login: typeof login
  home: typeof home
  clients: typeof clients
  inbounds: typeof inbounds
  'inbound-fields': typeof inboundFields
  setup: typeof setup
  network: typeof network
  settings: typeof settings
  activity: typeof activity
}

export type WordFile = keyof Files

/** The frame and the login speak before any page is there; vite.config.ts puts them into one chunk. */
export const firstFiles = ['shell', 'kit', 'login'] as const satisfies WordFile[]

type AllOf<U> = (U extends unknown ? (file: U) => void : never) extends (file: infer All) => void
  ? All
  : never

/** Each key with its English message. */
export type English = AllOf<Files[WordFile]>
export type Key = keyof English & string
export type Messages = Readonly<Partial<Record<Key, string>>>

const modules = import.meta.glob<Record<string, Messages>>(['./*/*.ts', '!./*/setting-words.ts'])

/** A file exports one object, so that its module needs no name here. */
export async function loadWords(language: LanguageCode, file: WordFile): Promise<Messages> {
  const load = modules[`./${language}/${file}.ts`]
  if (!load) throw new Error(`there is no ${language}/${file}.ts`)
  return Object.assign({}, ...Object.values(await load()))
}

/** Every file that a language has, for tests. */
export const filesOf = (language: LanguageCode): WordFile[] =>
  Object.keys(modules).flatMap((path) => {
    const [, folder, file] = /^\.\/(\w+)\/(.+)\.ts$/.exec(path) ?? []
    return folder === language ? [file as WordFile] : [] // files.test.ts holds the names against the table above
  })
