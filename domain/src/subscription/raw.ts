import type { Advertised } from '#domain/links/advertised.ts'
import { base64Text } from '#domain/links/escape.ts'

/** Whether an entry is included where links are read: the raw format, `subLinks` and the page list the same. */
export const isForLinks = ({ extras }: Advertised): boolean => !extras.excludeFrom.includes('raw')

/** Links as apps fetch them: one per line, in Base64 if enabled; empty for none (R34). */
export function rawSubscription(links: readonly string[], encrypt: boolean): string {
  if (links.length === 0) return ''
  const text = links.map((link) => `${link}\n`).join('')
  return encrypt ? base64Text(text) : text
}
