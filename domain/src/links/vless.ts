import { escaped, uriOf } from './escape.ts'
import type { EntryOf } from './link.ts'
import { securityParams, transportParams } from './link-params.ts'

/** `vless://id@host:port?...#remark`. */
export function vlessLink(entry: EntryOf<'vless'>): string {
  const { id, encryption, flow } = entry.access
  const params = { encryption, ...transportParams(entry), ...securityParams(entry.security), flow }
  return uriOf({ ...entry, scheme: 'vless', user: escaped(id), params })
}
