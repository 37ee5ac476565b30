import type { Access, Advertised } from './advertised.ts'
import { hysteriaLink } from './hysteria.ts'
import { shadowsocksLink } from './shadowsocks.ts'
import { trojanLink } from './trojan.ts'
import { vlessLink } from './vless.ts'
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
