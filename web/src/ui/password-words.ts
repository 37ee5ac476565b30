import { passwordFault } from '#domain/accounts/password.ts'
import type { Translate } from '../i18n/translation.tsx'

const words = { short: 'password.short', common: 'password.common' } as const

/** Errors of a new password, by field; empty if it is acceptable. */
export function passwordError<K extends string>(
  t: Translate,
  password: string,
  field: K,
): Partial<Record<K, string>> {
  const fault = passwordFault(password)
  return fault ? ({ [field]: t(words[fault]) } as Record<K, string>) : {} // TypeScript widens a computed key
}
