import type * as Keys from '#domain/words/keys.ts'
import type { Key } from './catalogue.ts'

/** A key whose message takes no arguments, for tables of labels. */
export type PlainKey = Keys.PlainKey<'app'>

export type Translate = <K extends Key>(key: K, ...args: Keys.Args<'app', K, string | number>) => string
