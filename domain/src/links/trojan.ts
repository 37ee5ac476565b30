import { escaped, uriOf } from './escape.ts'
import type { EntryOf } from './link.ts'
import { securityParams, transportParams } from './link-params.ts'

/** `trojan://password@host:port?...#remark`; without TLS it says so, for apps take it for granted. */
export const trojanLink = (entry: EntryOf<'trojan'>): string =>
  uriOf({
    ...entry,
    scheme: 'trojan',
    user: escaped(entry.access.password),
    params: { ...transportParams(entry), ...securityParams(entry.security) },
  })
