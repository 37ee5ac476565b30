import { checkEmail, checkSubId, emailKey } from '#domain/clients/field-rules.ts'
import { Refusal } from '#domain/refusal.ts'

const refused = /[\p{White_Space}\p{Cc}\p{Cs}/\\<>"'`]+/gu
const longest = 200

/** Why the name cannot be used here; undefined if it can. */
export function whyNot(check: (name: string) => string, name: string): Refusal | undefined {
  try {
    check(name)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** The name as it can be used here: what is refused becomes a dash. A name that fits is kept as it is. */
function healed(name: string, check: (name: string) => string, instead: string): string {
  if (!whyNot(check, name)) return name
  const dashed = name.trim().slice(0, longest).replace(refused, '-').replace(/^-|-$/g, '')
  return whyNot(check, dashed) ? instead : dashed
}

export const healedEmail = (email: string): string => healed(email, checkEmail, 'client')
/** Blank where nothing is left: a new one is made. */
export const healedSubId = (subId: string): string => healed(subId, checkSubId, '')

/** Names of clients that are taken; two that differ only in case are the same to the core. */
export class TakenNames {
  readonly #keys = new Set<string>()
  /** The next number to try: many clients may want the same name. */
  readonly #next = new Map<string, number>()

  has(name: string): boolean {
    return this.#keys.has(emailKey(name))
  }

  take(name: string): void {
    this.#keys.add(emailKey(name))
  }

  /** Takes the name, or the first of `name-2`, `name-3`, ... that is free. */
  takeFree(name: string): string {
    let free = name
    const key = emailKey(name)
    for (let n = this.#next.get(key) ?? 2; this.has(free); n++) {
      free = `${name}-${n}`
      this.#next.set(key, n + 1)
    }
    this.take(free)
    return free
  }
}
