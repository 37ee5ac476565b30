import type { Advertised } from '#domain/links/advertised.ts'
import { base64Text } from '#domain/links/escape.ts'

/** Whether an entry is for those who read links: the raw form, `subLinks` and the page list the same. */
export const isForLinks = ({ extras }: Advertised): boolean => !extras.excludeFrom.includes('raw')

/** Links as apps fetch them: one a line, in Base64 where the operator wants it; nothing at all for none (R34). */
export function rawSubscription(links: readonly string[], encrypt: boolean): string {
  if (links.length === 0) return ''
  const text = links.map((link) => `${link}\n`).join('')
  return encrypt ? base64Text(text) : text
}
