import { ApiError } from '../api/api-error.ts'
import { type CodedText, refusalText } from '../i18n/coded.ts'
import type { Translate } from '../i18n/translation.tsx'

/** A sentence of the panel in the reader's language; its English where it has no code, or one that is not known. */
export const sayCoded = (coded: CodedText | undefined, english: string): string =>
  (coded && refusalText(coded)) ?? english

/** The same for several sentences, each on a line of its own. */
export function sayAll(coded: readonly CodedText[] | undefined, english: string): string {
  const texts = coded?.map(refusalText) ?? []
  return texts.length > 0 && texts.every((text) => text !== undefined) ? texts.join('\n') : english
}

/** Why, without the name of the input at fault: for a place beside that input. */
export function sayBesideField({ code, params = {}, message, field = '' }: ApiError): string {
  const text = code === undefined ? message : sayCoded({ code, params }, message)
  return text.startsWith(`${field}: `) ? text.slice(field.length + 2) : text
}

/** A failure in words. */
export function sayError(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  if (error.kind !== 'refused') return t(error.kind === 'unreachable' ? 'error.unreachable' : 'error.failed')
  const { field, message } = error
  const text = sayBesideField(error)
  // The panel puts the name in front where its sentence does not mention the input.
  return field !== undefined && message.startsWith(`${field}: `) ? `${field}: ${text}` : text
}
