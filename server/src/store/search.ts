import { emailKey } from '#domain/clients/field-rules.ts'

/** The text that migration 002 indexed; 005 replaced it with a column. */
export const searchedText = (table = ''): string =>
  `lower(${table}email_key || '\n' || ${table}sub_id || '\n' || ${table}comment)`

/** Both sides of a search are lower-cased like emails: the engines' `lower` functions differ. */
export const foldedNeedle = (text: string | undefined): string => emailKey((text ?? '').trim())

/** A client's searchable text, one value per line. */
export const searchText = (c: { email: string; subId: string; comment: string }): string =>
  emailKey(`${c.email}\n${c.subId}\n${c.comment}`)
