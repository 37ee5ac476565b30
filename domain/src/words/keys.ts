import type { English } from '#words'

export type CatalogueFile = keyof English

export type KeyOf<File extends CatalogueFile> = keyof English[File] & string

/** The names of what is filled into a message. */
export type ArgNames<File extends CatalogueFile, Key extends KeyOf<File>> = English[File][Key] & string

export type Texts<File extends CatalogueFile> = Readonly<Record<KeyOf<File>, string>>

/** What a message needs filled in, as the last arguments of a call. */
export type Args<File extends CatalogueFile, Key extends KeyOf<File>, Value> = [ArgNames<File, Key>] extends [
  never,
]
  ? []
  : [values: Readonly<Record<ArgNames<File, Key>, Value>>]

/** A key whose message takes no arguments, for tables of labels. */
export type PlainKey<File extends CatalogueFile> = {
  [Key in KeyOf<File>]: [ArgNames<File, Key>] extends [never] ? Key : never
}[KeyOf<File>]
