import type { Access, Advertised } from './advertised.ts'
import { escaped, queryOf, uriOf } from './escape.ts'
import { hysteriaLink } from './hysteria.ts'
import { keptText } from './kept-text.ts'
import { securityParams, transportParams } from './link-params.ts'
import { shadowsocksLink } from './shadowsocks.ts'
import { vmessLink } from './vmess.ts'

/** An entry whose access is known to be of one protocol. */
export type EntryOf<P extends Access['protocol']> = Advertised & {
  access: Extract<Access, { protocol: P }>
}

type Makers = { [P in Access['protocol']]: (entry: EntryOf<P>) => string }

const makers: Makers = {
  vless: vlessLink,
  vmess: vmessLink,
  trojan: trojanLink,
  shadowsocks: shadowsocksLink,
  hysteria: hysteriaLink,
}

/** The share link of one entry. It depends only on the entry and never throws. */
export function shareLink(entry: Advertised): string {
  // The table is keyed by the entry's own protocol.
  const make = makers[entry.access.protocol] as (entry: Advertised) => string
  return make(entry)
}

/** `trojan://password@host:port?...#remark`; without TLS it says so explicitly, because apps assume TLS. */
export function trojanLink(entry: EntryOf<'trojan'>): string {
  const query = keptText(entry, 'trojan', () =>
    queryOf({ ...transportParams(entry), ...securityParams(entry.security) }),
  )
  return uriOf(entry, 'trojan', escaped(entry.access.password), query)
}

/** `vless://id@host:port?...#remark`. */
export function vlessLink(entry: EntryOf<'vless'>): string {
  const { id, encryption, flow } = entry.access
  const query = keptText(entry, `vless\n${encryption}\n${flow}`, () =>
    queryOf({ encryption, ...transportParams(entry), ...securityParams(entry.security), flow }),
  )
  return uriOf(entry, 'vless', escaped(id), query)
}
