import { escaped, queryOf, uriOf } from './escape.ts'
import { keptText } from './kept-text.ts'
import type { EntryOf } from './link.ts'
import { securityParams, transportParams } from './link-params.ts'

/** `vless://id@host:port?...#remark`. */
export function vlessLink(entry: EntryOf<'vless'>): string {
  const { id, encryption, flow } = entry.access
  const query = keptText(entry, `vless\n${encryption}\n${flow}`, () =>
    queryOf({ encryption, ...transportParams(entry), ...securityParams(entry.security), flow }),
  )
  return uriOf(entry, 'vless', escaped(id), query)
}
