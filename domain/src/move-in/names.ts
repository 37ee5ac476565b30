import { checkEmail, checkSubId, emailKey } from '#domain/clients/names.ts'
import { Refusal } from '#domain/refusal.ts'

const refused = /[\p{White_Space}\p{Cc}\p{Cs}/\\<>"'`]+/gu
const longest = 200

const fits = (check: (name: string) => string, name: string): boolean => {
  try {
    check(name)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Cut by code points: half a pair of surrogates cannot be stored. */
const cut = (text: string): string =>
  text.length <= longest ? text : [...text].slice(0, longest / 2).join('')

/** The name as it can be used here: what is refused becomes a dash. A name that fits is kept as it is. */
function healed(name: string, check: (name: string) => string, instead: string): string {
  if (fits(check, name)) return name
  const dashed = cut(
    name
      .trim()
      .replace(refused, '-')
      .replace(/^-+|-+$/g, ''),
  )
  return fits(check, dashed) ? dashed : instead
}

export const healedEmail = (email: string): string => healed(email, checkEmail, 'client')
/** Blank where nothing is left: a new one is made. */
export const healedSubId = (subId: string): string => healed(subId, checkSubId, '')

/** The name, or the first of `name-2`, `name-3`, ... that is not taken. */
export function freeName(name: string, isTaken: (key: string) => boolean): string {
  if (!isTaken(emailKey(name))) return name
  for (let n = 2; ; n++) {
    const next = `${name}-${n}`
    if (!isTaken(emailKey(next))) return next
  }
}
