import type { RefusalCode } from '../refusals/table.ts'

/** What another language must have of a table of sentences. What is said on the terminal alone stays English. */
export type Refused<Table> = Readonly<Record<Exclude<keyof Table, TerminalCode>, string>>
type TerminalCode = `${'cli' | 'start'}.${string}`

export type RefusalTexts = Readonly<Partial<Record<RefusalCode, string>>>

/** Where the sentences are in each language but English. They are large, so that one language is loaded at a time. */
export const refusalFiles = {
  fa: async (): Promise<RefusalTexts> => (await import('./fa/refusals.ts')).refusals,
  ru: async (): Promise<RefusalTexts> => (await import('./ru/refusals.ts')).refusals,
  zh: async (): Promise<RefusalTexts> => (await import('./zh/refusals.ts')).refusals,
  ar: async (): Promise<RefusalTexts> => (await import('./ar/refusals.ts')).refusals,
  tr: async (): Promise<RefusalTexts> => (await import('./tr/refusals.ts')).refusals,
  es: async (): Promise<RefusalTexts> => (await import('./es/refusals.ts')).refusals,
}
