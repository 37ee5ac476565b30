import { Refusal } from '#domain/refusal.ts'

const maxLength = 254
/** Lone surrogates cannot be written as UTF-8, so they would not come back as they went in. */
const forbidden = /[\p{White_Space}\p{Cc}\p{Cs}/\\<>"'`]/u

/** Part of a path that every URL parser takes away, written plainly or with percent signs. */
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

/** R18: the core cuts counter names at `>`, paths at `/`; the rest is refused for the pages that show it. */
export const checkEmail = (email: string, field = 'email'): string => checkName(email, field, 'email')
export const checkSubId = (subId: string, field = 'subId'): string => checkName(subId, field, 'sub-id')

/**
 * Emails are unique ignoring case because the core lower-cases them, character by character; a dotted capital I
 * becomes a plain i there, and a final sigma is no special case.
 */
export const emailKey = (email: string): string =>
  // Almost every text is ASCII, and there the engine's own word for it is ten times quicker.
  /^[\0-\x7f]*$/.test(email) ? email.toLowerCase() : foldEach(email)

const foldEach = (text: string): string =>
  Array.from(text, (c) => (c === '\u0130' ? 'i' : c.toLowerCase())).join('')
