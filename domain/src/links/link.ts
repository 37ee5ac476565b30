import type { Block } from '#contract/inbound.ts'
import type { Network } from '#contract/protocol.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import { is2022 } from '#domain/clients/credentials.ts'
import { asBlocks, blockAt, filled, isBlock, textAt, withoutKeys } from '#domain/untyped.ts'
import { withoutEnd } from '../texts.ts'
import type { Access, Advertised, Security, Transport } from './advertised.ts'
import { hasLink } from './without-link.ts'

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
  wireguard: wireguardLink,
  masque: () => '',
}

/** The share link of one entry; blank if there is no form for it. It depends only on the entry and never throws. */
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
  const { auth, obfs, gecko, ports } = entry.access
  const kind = gecko ? 'gecko' : 'salamander'
  const query = keptText(entry, `hysteria2\n${kind}\n${obfs}\n${ports}`, () =>
    queryOf({
      ...tlsParams(entry),
      obfs: obfs ? kind : '',
      'obfs-password': obfs,
      mport: ports,
    }),
  )
  return uriOf(entry, 'hysteria2', escaped(auth), query)
}

/** As 3x-ui writes it: the private key is the user. */
function wireguardLink(entry: EntryOf<'wireguard'>): string {
  const { privateKey, publicKey, preSharedKey, addresses, mtu, keepAlive } = entry.access
  const query = queryOf({
    publickey: publicKey,
    presharedkey: preSharedKey,
    address: addresses.join(),
    mtu: String(mtu),
    keepalive: keepAlive > 0 ? String(keepAlive) : '',
    ...masksParam(entry),
  })
  return uriOf(entry, 'wireguard', escaped(privateKey), query)
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

type Route = Pick<Advertised, 'security' | 'transport' | 'masks'>
const kept = new WeakMap<Security, Omit<Route, 'security'> & { texts: BoundedMap<string, string> }>()
const mostTexts = 64

/**
 * Caches the part of a link that depends only on its route (routes-to-inbound.ts): entries of one route share their
 * security, transport and masks, which are never modified. `key` covers everything else that `make` reads.
 */
function keptText({ security, transport, masks }: Route, key: string, make: () => string): string {
  let known = kept.get(security)
  if (known?.transport !== transport || known.masks !== masks) {
    known = { transport, masks, texts: new BoundedMap(mostTexts) }
    kept.set(security, known)
  }
  return known.texts.of(key, make)
}

const wordAt = (block: Block, key: string): string => {
  const value = block[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** mKCP mask names in links; one differs from the core's. */
const headerNames: Readonly<Record<string, string>> = { wechat: 'wechat-video' }

/** mKCP headers in the classic link parameters; `fm` is for current cores. */
function kcpLooks(masks: Block): Params {
  const mask = asBlocks(masks.udp).find((m) => m.type === 'mkcp-legacy')
  const settings = mask ? blockAt(mask, 'settings') : {}
  const header = textAt(settings, 'header')
  const value = textAt(settings, 'value')
  return { headerType: headerNames[header] ?? header, seed: header === '' ? value : '' }
}

/** XHTTP's other settings as one JSON; the core reads either `extra` or the keys next to it. */
function xhttpExtra(settings: Block): Block {
  const { extra } = settings
  return filled(isBlock(extra) ? extra : withoutKeys(settings, ['host', 'path', 'mode', 'extra']))
}

const web = ({ path, host }: Transport): Params => ({ path, host })

const transportFor = {
  // Without an HTTP header both are blank.
  tcp: (t) => ({ ...web(t), headerType: t.headerType === 'http' ? 'http' : '' }),
  ws: web,
  httpupgrade: web,
  grpc: ({ serviceName, authority, multiMode }) => ({
    serviceName,
    authority,
    mode: multiMode ? 'multi' : '',
  }),
  xhttp: (t) => {
    const extra = xhttpExtra(t.settings)
    return {
      ...web(t),
      mode: t.mode,
      x_padding_bytes: wordAt(extra, 'xPaddingBytes'),
      extra: Object.keys(extra).length > 0 ? JSON.stringify(extra) : '',
    }
  },
  kcp: ({ settings }, masks) => ({
    ...kcpLooks(masks),
    mtu: wordAt(settings, 'mtu'),
    tti: wordAt(settings, 'tti'),
  }),
  hysteria: () => ({}),
  masque: web,
} satisfies Record<Network, (transport: Transport, masks: Block) => Params>

/** Link parameters of a transport and its masks; blank ones are omitted when the link is written. */
const transportParams = ({ transport, masks }: Advertised): Params => ({
  type: transport.network,
  ...transportFor[transport.network](transport, masks),
  ...masksParam({ masks }),
})

const masksParam = ({ masks }: Pick<Advertised, 'masks'>): Params => ({
  fm: Object.keys(masks).length > 0 ? JSON.stringify(masks) : '',
})

/** Link parameters of a security; `none` has only its name. */
function securityParams(security: Security): Params {
  if (security.kind === 'none') return { security: 'none' }
  const { kind, sni, fingerprint: fp } = security
  if (kind === 'reality') {
    const { publicKey, shortId, spiderX, mldsa65Verify } = security
    return { security: kind, sni, fp, pbk: publicKey, sid: shortId, spx: spiderX, pqv: mldsa65Verify }
  }
  return {
    security: kind,
    sni,
    fp,
    alpn: security.alpn.join(','),
    ech: security.ech,
    vcn: security.verifyName,
    pcs: security.pins.join(','),
    allowInsecure: security.allowInsecure ? '1' : '',
  }
}

function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')) // lone surrogates would throw
  }
}

/** Percent-encoded for any part of a link. Fast path: most texts need no escaping. */
export const escaped = (text: string): string =>
  /^[\w.~-]*$/.test(text)
    ? text
    : percentEncoded(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Each UTF-8 byte as one character; ASCII texts are returned unchanged. */
const binaryText = (text: string): string =>
  /^[\0-\x7f]*$/.test(text)
    ? text
    : text.replace(/[^\0-\x7f]{1,1000}/gu, (run) => String.fromCharCode(...new TextEncoder().encode(run)))

export const base64Text = (text: string): string => btoa(binaryText(text))

export const base64Url = (text: string): string =>
  withoutEnd(base64Text(text), '=').replaceAll('+', '-').replaceAll('/', '_')

/** IPv6 addresses are bracketed in URIs (R33). */
const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : escaped(host))

export type Params = Record<string, string>

/** Blank values omitted, keys sorted, so that the output is stable. */
export const queryOf = (params: Params): string =>
  Object.entries(params)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${escaped(value)}`)
    .join('&')

/** `user` and `query` are already escaped by the caller. */
export const uriOf = (
  { host, port, remark }: Pick<Advertised, 'host' | 'port' | 'remark'>,
  scheme: string,
  user: string,
  query: string,
): string => `${scheme}://${user}@${bracketed(host)}:${port}?${query}#${escaped(remark)}`

/** Whether an entry is included where links are read: the raw format, `subLinks` and the page list the same. */
export const isForLinks = (entry: Advertised): boolean =>
  hasLink(entry) && !entry.extras.excludeFrom.includes('raw')

/** Links as apps fetch them: one per line, in Base64 if enabled; empty for none (R34). */
export function rawSubscription(links: readonly string[], encrypt: boolean): string {
  if (links.length === 0) return ''
  const text = links.map((link) => `${link}\n`).join('')
  return encrypt ? base64Text(text) : text
}
