import { escaped, queryOf, uriOf } from './escape.ts'
import { keptText } from './kept-text.ts'
import type { EntryOf } from './link.ts'
import { securityParams, transportParams } from './link-params.ts'

/** `trojan://password@host:port?...#remark`; without TLS it says so explicitly, because apps assume TLS. */
export function trojanLink(entry: EntryOf<'trojan'>): string {
  const query = keptText(entry, 'trojan', () =>
    queryOf({ ...transportParams(entry), ...securityParams(entry.security) }),
  )
  return uriOf(entry, 'trojan', escaped(entry.access.password), query)
}
