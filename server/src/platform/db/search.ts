import { emailKey } from '#domain/clients/names.ts'

/** What migration 002 made an index of; 005 has replaced it by a column. */
export const searchedText = (table = ''): string =>
  `lower(${table}email_key || '\n' || ${table}sub_id || '\n' || ${table}comment)`

/** Both sides of a search are folded by the rule of emails: the engines' own `lower` know different letters. */
export const foldedNeedle = (text: string | undefined): string => emailKey((text ?? '').trim())

/** The names of a client in one text, a line each: what a search looks in. */
export const searchText = (c: { email: string; subId: string; comment: string }): string =>
  emailKey(`${c.email}\n${c.subId}\n${c.comment}`)
