import { Refusal } from '#domain/refusal.ts'

const maxLength = 254
/** Lone surrogates cannot be encoded as UTF-8, so they would not survive storage. */
const forbidden = /[\p{White_Space}\p{Cc}\p{Cs}/\\<>"'`]/u

/** Path segments that URL parsers remove, plain or percent-encoded. */
const dotSegment = /^(?:\.|%2e){1,2}$/i

function checkName(value: string, field: string, what: 'email' | 'sub-id'): string {
  if (value === '') throw new Refusal(`client.${what}-missing`, {}, field)
  if (value.length > maxLength) throw new Refusal(`client.${what}-too-long`, { max: maxLength }, field)
  if (dotSegment.test(value)) throw new Refusal(`client.${what}-no-url`, { value }, field)
  const character = forbidden.exec(value)?.[0]
  if (character === undefined) return value
  if (/\p{White_Space}/u.test(character)) throw new Refusal(`client.${what}-white-space`, {}, field)
  if (/[\p{Cc}\p{Cs}]/u.test(character)) throw new Refusal(`client.${what}-control-characters`, {}, field)
  throw new Refusal(`client.${what}-character`, { character }, field)
}

/** The core splits counter names at `>` and URLs split at `/`; the rest is unsafe to display (R18). */
export const checkEmail = (email: string, field = 'email'): string => checkName(email, field, 'email')
export const checkSubId = (subId: string, field = 'subId'): string => checkName(subId, field, 'sub-id')

/**
 * Emails are unique ignoring case because the core lower-cases them, character by character: a dotted capital I
 * becomes a plain i, and a final sigma is not special.
 */
export const emailKey = (email: string): string =>
  // Most texts are ASCII, where toLowerCase is ten times faster.
  /^[\0-\x7f]*$/.test(email) ? email.toLowerCase() : foldEach(email)

const foldEach = (text: string): string =>
  Array.from(text, (c) => (c === '\u0130' ? 'i' : c.toLowerCase())).join('')
