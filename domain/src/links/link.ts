import { is2022 } from '#domain/clients/shadowsocks-key.ts'
import type { Access, Advertised } from './advertised.ts'
import { base64Text, base64Url, escaped, type Params, queryOf, uriOf } from './escape.ts'
import { keptText } from './kept-text.ts'
import { securityParams, transportParams } from './link-params.ts'

/** An entry whose access is known to be of one protocol. */
type EntryOf<P extends Access['protocol']> = Advertised & {
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
function trojanLink(entry: EntryOf<'trojan'>): string {
  const query = keptText(entry, 'trojan', () =>
    queryOf({ ...transportParams(entry), ...securityParams(entry.security) }),
  )
  return uriOf(entry, 'trojan', escaped(entry.access.password), query)
}

/** `vless://id@host:port?...#remark`. */
function vlessLink(entry: EntryOf<'vless'>): string {
  const { id, encryption, flow } = entry.access
  const query = keptText(entry, `vless\n${encryption}\n${flow}`, () =>
    queryOf({ encryption, ...transportParams(entry), ...securityParams(entry.security), flow }),
  )
  return uriOf(entry, 'vless', escaped(id), query)
}

/** Hysteria's own parameter names. */
function tlsParams({ security }: EntryOf<'hysteria'>): Params {
  const { pcs = '', allowInsecure = '', ...rest } = securityParams(security)
  const [pin = ''] = pcs.split(',')
  return { ...rest, insecure: allowInsecure, pinSHA256: pin }
}

/** Version 2 under either name of the inbound (R27): `hysteria2://auth@host:port?...#remark`. */
function hysteriaLink(entry: EntryOf<'hysteria'>): string {
  const { auth, obfs, ports } = entry.access
  const query = keptText(entry, `hysteria2\n${obfs}\n${ports}`, () =>
    queryOf({
      ...tlsParams(entry),
      obfs: obfs ? 'salamander' : '',
      'obfs-password': obfs,
      mport: ports,
    }),
  )
  return uriOf(entry, 'hysteria2', escaped(auth), query)
}

/** The one SIP003 plugin that matches a transport of the core: apps that ignore our parameters know it. */
function pluginFor({ transport, security }: Advertised): Params {
  const { headerType, path, host } = transport
  if (headerType !== 'http' || path !== '/' || security.kind !== 'none') return {}
  return { plugin: `obfs-local;obfs=http${host && `;obfs-host=${host}`}` }
}

/** SIP002: Base64url for legacy ciphers, percent-encoding for 2022 keys. */
function shadowsocksLink(entry: EntryOf<'shadowsocks'>): string {
  const { method, keys } = entry.access
  const parts = [method, ...keys]
  const user = is2022(method) ? parts.map(escaped).join(':') : base64Url(parts.join(':'))
  const query = keptText(entry, 'ss', () => {
    const security = entry.security.kind === 'none' ? {} : securityParams(entry.security)
    return queryOf({ ...transportParams(entry), ...security, ...pluginFor(entry) })
  })
  return uriOf(entry, 'ss', user, query)
}

/** VMess JSON has one `type` and one `path`, whose meaning depends on the transport. */
function renamed({ transport }: EntryOf<'vmess'>, params: Params): Params {
  const { type: net = '', headerType = '', serviceName = '', seed = '', ...rest } = params
  if (transport.network === 'grpc') {
    const { mode = '', ...others } = rest
    return { ...others, net, type: mode || 'gun', path: serviceName }
  }
  if (transport.network === 'kcp') return { ...rest, net, type: headerType || 'none', path: seed }
  return { ...rest, net, type: headerType || 'none' }
}

/** The part that depends on the route, as the tail of a JSON object. */
function wayWords(entry: EntryOf<'vmess'>): string {
  const { security: tls = '', ...secured } = securityParams(entry.security)
  const words = { ...renamed(entry, transportParams(entry)), ...secured }
  const said = Object.entries(words)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify({ tls, ...Object.fromEntries(said) }).slice(1)
}

/** `vmess://` and the Base64 of a JSON object; its address has no brackets. */
function vmessLink(entry: EntryOf<'vmess'>): string {
  const { access, host, port, remark } = entry
  const own = JSON.stringify({
    v: '2',
    ps: remark,
    add: host,
    port,
    id: access.id,
    aid: 0,
    scy: access.cipher,
  })
  return `vmess://${base64Text(`${own.slice(0, -1)},${keptText(entry, 'vmess', () => wayWords(entry))}`)}`
}
