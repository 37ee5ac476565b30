import type { English, Key } from './files.ts'
import type { ArgNames } from './icu.ts'

export type Args<K extends Key> = [ArgNames<English[K]>] extends [never]
  ? []
  : [values: Record<ArgNames<English[K]>, string | number>]

/** A key whose message takes no arguments, for tables of labels. */
export type PlainKey = { [K in Key]: Args<K> extends [] ? K : never }[Key]

export type Translate = <K extends Key>(key: K, ...args: Args<K>) => string
