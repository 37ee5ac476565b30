import { Refusal } from '#domain/refusal.ts'

const maxLength = 254
/** Lone surrogates cannot be written as UTF-8, so they would not come back as they went in. */
const forbidden = /[\p{White_Space}\p{Cc}\p{Cs}/\\<>"'`]/u

/** Part of a path that every URL parser takes away, written plainly or with percent signs. */
const dotSegment = /^(?:\.|%2e){1,2}$/i

function checkName(value: string, field: string, what: string): string {
  if (value === '') throw new Refusal(`Give the client ${what}.`, field)
  if (value.length > maxLength) throw new Refusal(`Use at most ${maxLength} characters for ${what}.`, field)
  if (dotSegment.test(value))
    throw new Refusal(`Choose ${what} other than ${value}: no URL can carry it.`, field)
  const bad = forbidden.exec(value)?.[0]
  if (bad !== undefined) throw new Refusal(`Leave ${naming(bad)} out of ${what}.`, field)
  return value
}

const naming = (char: string): string => {
  if (/\p{White_Space}/u.test(char)) return 'white space'
  return /[\p{Cc}\p{Cs}]/u.test(char) ? 'control characters' : `the character ${char}`
}

/** Decision 18: the core cuts counter names at `>`, paths at `/`; the rest is refused for the pages that show it. */
export const checkEmail = (email: string, field = 'email'): string => checkName(email, field, 'an email')
export const checkSubId = (subId: string, field = 'subId'): string =>
  checkName(subId, field, 'a subscription id')

/**
 * Emails are unique ignoring case because the core lower-cases them, character by character; a dotted capital I
 * becomes a plain i there, and a final sigma is no special case.
 */
export const emailKey = (email: string): string =>
  // Almost every text is ASCII, and there the engine's own word for it is ten times quicker.
  /^[\0-\x7f]*$/.test(email) ? email.toLowerCase() : foldEach(email)

const foldEach = (text: string): string =>
  Array.from(text, (c) => (c === '\u0130' ? 'i' : c.toLowerCase())).join('')
