import type { NoticeCode } from '#domain/notices.ts'
import type { activity } from './en/activity.ts'
import type { acts } from './en/acts.ts'
import type { addresses } from './en/addresses.ts'
import type { alerts } from './en/alerts.ts'
import type { apiDocs } from './en/api-docs.ts'
import type { backup } from './en/backup.ts'
import type { certificates } from './en/certificates.ts'
import type { clientToasts } from './en/client-toasts.ts'
import type { clients } from './en/clients.ts'
import type { conflict } from './en/conflict.ts'
import type { coreUpdate } from './en/core-update.ts'
import type { devices } from './en/devices.ts'
import type { directory } from './en/directory.ts'
import type { health } from './en/health.ts'
import type { history } from './en/history.ts'
import type { home } from './en/home.ts'
import type { inboundFields } from './en/inbound-fields.ts'
import type { inbounds } from './en/inbounds.ts'
import type { kit } from './en/kit.ts'
import type { login } from './en/login.ts'
import type { moveIn } from './en/move-in.ts'
import type { network } from './en/network.ts'
import type { networkOutbounds } from './en/network-outbounds.ts'
import type { nodeJoin } from './en/node-join.ts'
import type { nodes } from './en/nodes.ts'
import type { policies } from './en/policies.ts'
import type { printCard } from './en/print-card.ts'
import type { review } from './en/review.ts'
import type { settings } from './en/settings.ts'
import type { setup } from './en/setup.ts'
import type { shell } from './en/shell.ts'
import type { table } from './en/table.ts'
import type { telegram } from './en/telegram.ts'
import type { topology } from './en/topology.ts'
import type { undo } from './en/undo.ts'
import type { updates } from './en/updates.ts'
import type { usage } from './en/usage.ts'
import type { LanguageCode } from './languages.ts'

/** Every file of messages: `<language>/<name>.ts`. English defines the keys and arguments (ADR 061). */
interface Files {
  shell: typeof shell
  kit: typeof kit
  login: typeof login
  home: typeof home
  health: typeof health
  'core-update': typeof coreUpdate
  table: typeof table
  clients: typeof clients
  'client-toasts': typeof clientToasts
  inbounds: typeof inbounds
  'inbound-fields': typeof inboundFields
  addresses: typeof addresses
  topology: typeof topology
  setup: typeof setup
  nodes: typeof nodes
  'node-join': typeof nodeJoin
  network: typeof network
  'network-outbounds': typeof networkOutbounds
  settings: typeof settings
  backup: typeof backup
  telegram: typeof telegram
  alerts: typeof alerts
  directory: typeof directory
  undo: typeof undo
  review: typeof review
  conflict: typeof conflict
  updates: typeof updates
  devices: typeof devices
  policies: typeof policies
  'print-card': typeof printCard
  certificates: typeof certificates
  'move-in': typeof moveIn
  usage: typeof usage
  activity: typeof activity
  acts: typeof acts
  history: typeof history
  'api-docs': typeof apiDocs
}

/** The panel's own sentences by their codes. Only `coded.ts` reads them: they are no keys of the screens. */
export const codedFiles = ['refusals', 'notices'] as const
export type CodedFile = (typeof codedFiles)[number]
export type WordFile = keyof Files | CodedFile

/** Needed before any page is loaded, so they come in one piece. */
export const firstFiles = ['shell', 'kit', 'login'] as const satisfies WordFile[]
export type FirstFile = (typeof firstFiles)[number]

type AllOf<U> = (U extends unknown ? (file: U) => void : never) extends (file: infer All) => void
  ? All
  : never

/** Each key with its English message. */
export type English = AllOf<Files[keyof Files]>
export type Key = keyof English & string
export type Messages = Readonly<Partial<Record<string, string>>>

/** Where the text of a code is kept. */
export const keyOfCode = (file: CodedFile, code: string): string => `${file}/${code}`

/** What another language must have: exactly the keys of the English file. */
export type Words<File> = Readonly<Record<keyof File, string>>

/** The same for notices of the panel. */
export type NoticeTexts = Readonly<Record<`${NoticeCode}.${'title' | 'message'}`, string>>

/** Where the other files are, by their path. A language brings its own: nobody carries the addresses of all. */
export type WordTable = Record<string, () => Promise<unknown>>

interface LanguageModule {
  here: Record<FirstFile, Messages>
  table: WordTable
}

const modules: Record<LanguageCode, () => Promise<LanguageModule>> = {
  en: () => import('./en.ts'),
  fa: () => import('./fa.ts'),
  ru: () => import('./ru.ts'),
  zh: () => import('./zh.ts'),
  ar: () => import('./ar.ts'),
  tr: () => import('./tr.ts'),
  es: () => import('./es.ts'),
}

export const isCodedFile = (file: WordFile): file is CodedFile => codedFiles.some((coded) => coded === file)
const isFirst = (file: WordFile): file is FirstFile => firstFiles.some((first) => first === file)

export async function loadWords(language: LanguageCode, file: WordFile): Promise<Messages> {
  const { here, table } = await modules[language]()
  if (isFirst(file)) return here[file]
  const load = table[`./${language}/${file}.ts`]
  if (!load) throw new Error(`there is no ${language}/${file}.ts`)
  // Each file exports one object, so the module needs no name here.
  const texts: Messages = Object.assign({}, ...Object.values((await load()) as Record<string, Messages>))
  if (!isCodedFile(file)) return texts
  return Object.fromEntries(Object.entries(texts).map(([code, text]) => [keyOfCode(file, code), text]))
}

/** Every file that a language has, for tests. */
export async function filesOf(language: LanguageCode): Promise<WordFile[]> {
  const { table } = await modules[language]()
  // The folder is the source of truth: a file missing in the table above has no typed keys, so it cannot be
  // used.
  const others = Object.keys(table).map((path) => path.slice(`./${language}/`.length, -3) as WordFile)
  return [...firstFiles, ...others]
}
