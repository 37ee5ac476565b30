import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { filled } from '#domain/untyped.ts'
import { linkStream } from './link-stream.ts'
import { blockIn, decoded, fromBase64, hostOf, portOf, splitLink } from './share-parts.ts'
import { streamOf, tlsOf } from './share-stream.ts'
import { wireguardSettings } from './share-wireguard.ts'

export type ParsedLink =
  /** `tag` is the link's remark, or derived from its server. */
  { ok: true; outbound: Block & { tag: string; protocol: string } } | { ok: false; why: Coded }

interface Read {
  protocol: string
  settings: Block
  streamSettings: Block
  remark: string
  host: string
  port: number
}
type Reader = (body: string) => Read

type Missing = 'share-link.no-id' | 'share-link.no-password' | 'share-link.no-secret-key'
const required = (text: string, missing: Missing): string => {
  if (text === '') throw new Refusal(missing)
  return text
}

/** One or more keys, X25519 (32 bytes) or ML-KEM-768 (1184): any other length crashes the core. */
export function vlessEncryption(text: string): string {
  if (text === '' || text === 'none') return 'none'
  const [, keys = ''] = /^mlkem768x25519plus\.(?:native|xorpub|random)\.(?:0rtt|1rtt)\.(.+)$/.exec(text) ?? []
  const parts = keys.split('.').filter((part) => !/^\d+-\d+-\d+$/.test(part))
  if (!parts.every((part) => /^[\w-]+$/.test(part) && [43, 1579].includes(part.length)))
    throw new Refusal('share-link.encryption-unknown')
  return text
}

const vless: Reader = (body) => {
  const { user, host, port, ask, remark } = splitLink(body)
  const id = required(decoded(user), 'share-link.no-id')
  const account = filled({ id, encryption: vlessEncryption(ask('encryption')), flow: ask('flow') })
  const settings = { vnext: [{ address: host, port, users: [account] }] }
  return { protocol: 'vless', settings, streamSettings: streamOf(ask, 'none'), remark, host, port }
}

const trojan: Reader = (body) => {
  const { user, host, port, ask, remark } = splitLink(body)
  const settings = {
    servers: [{ address: host, port, password: required(decoded(user), 'share-link.no-password') }],
  }
  return { protocol: 'trojan', settings, streamSettings: streamOf(ask, 'tls'), remark, host, port }
}

const ciphers =
  /^(2022-blake3-(aes-(128|256)-gcm|chacha20-poly1305)|aes-(128|256)-gcm|x?chacha20(-ietf)?-poly1305|none|plain)$/

/** `method:password` plain, escaped or in Base64 (SIP002); the password may contain colons. */
function shadowsocksUser(user: string): { method: string; password: string } {
  const text = user.includes(':') ? user : (fromBase64(decoded(user)) ?? decoded(user))
  const colon = text.indexOf(':')
  const method = decoded(text.slice(0, Math.max(colon, 0))).toLowerCase()
  if (!ciphers.test(method)) throw new Refusal('share-link.cipher-unknown')
  const password = text.slice(colon + 1)
  return {
    method,
    password: required(user.includes(':') ? decoded(password) : password, 'share-link.no-password'),
  }
}

/** The one plugin that matches a transport of the core; the others are separate programs. */
function pluginAsk(ask: (name: string) => string): (name: string) => string {
  const [plugin, ...options] = ask('plugin').split(';')
  if (!plugin) return ask
  const option = new Map(options.map((o) => o.split('=', 2) as [string, string]))
  if (!['obfs-local', 'simple-obfs'].includes(plugin) || option.get('obfs') !== 'http')
    throw new Refusal('share-link.plugin-unsupported')
  const own: Record<string, string> = { headerType: 'http', host: option.get('obfs-host') ?? '', path: '/' }
  return (name) => own[name] ?? ask(name)
}

const shadowsocks: Reader = (body) => {
  // The oldest form has the server inside the Base64 too.
  const [, packed = '', rest = ''] = /^([^#?@/]*)(.*)$/s.exec(body) ?? []
  const inside = rest.startsWith('@') || body.includes('@') ? undefined : fromBase64(decoded(packed))
  const { user, host, port, ask, remark } = splitLink(inside ? inside.trim() + rest : body)
  const { method, password } = inside ? shadowsocksUser(user.replaceAll('%', '%25')) : shadowsocksUser(user)
  const settings = { servers: [{ address: host, port, method, password }] }
  const streamSettings = streamOf(pluginAsk(ask), 'none')
  return { protocol: 'shadowsocks', settings, streamSettings, remark, host, port }
}

/** A link of Gecko names no sizes: these are the ones of Hysteria itself. Those of the server need not be the same. */
const geckoSizes = '512-1200'

const salamander = (obfs: string, password: string): Block[] => {
  if (obfs === 'gecko') return [{ type: 'salamander', settings: { password, packetSize: geckoSizes } }]
  return obfs === 'salamander' ? [{ type: 'salamander', settings: { password } }] : []
}

const hysteria: Reader = (body) => {
  const { user, host, port, hop, ask, remark } = splitLink(body, '443')
  const obfs = ask('obfs')
  if (!['', 'none', 'salamander', 'gecko'].includes(obfs)) throw new Refusal('share-link.obfuscation-unknown')
  const ports = ask('mport') || hop
  const masks = filled({
    udp: salamander(obfs, ask('obfs-password')),
    quicParams: ports ? { udpHop: { ports } } : {},
  })
  const streamSettings = {
    network: 'hysteria',
    security: 'tls',
    hysteriaSettings: { version: 2, auth: decoded(user) },
    tlsSettings: { alpn: ['h3'], ...tlsOf(ask) },
    ...(Object.keys(masks).length > 0 && { finalmask: masks }),
  }
  const settings = { version: 2, address: host, port }
  return { protocol: 'hysteria', settings, streamSettings, remark, host, port }
}

const wireguard: Reader = (body) => {
  const { user, host, port, ask, remark } = splitLink(body, '51820')
  const secretKey = required(decoded(user), 'share-link.no-secret-key')
  const settings = wireguardSettings(host, port, secretKey, ask)
  return { protocol: 'wireguard', settings, streamSettings: {}, remark, host, port }
}

/** VMess uses JSON keys instead of parameters; mapped here to the parameter names of other links. */
const vmess: Reader = (body) => {
  const json = blockIn(fromBase64(body.split(/[#?]/)[0] ?? '') ?? '')
  if (Object.keys(json).length === 0) return vmessByUrl(body)
  const key = (name: string): string => {
    const value = json[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  }
  const grpc = key('net') === 'grpc'
  const renamed: Record<string, string> = {
    type: key('net'),
    security: key('tls'),
    headerType: key('type'),
    serviceName: key('path'),
    seed: key('net') === 'kcp' ? key('path') : '',
    mode: grpc ? key('type') : key('mode'),
  }
  const ask = (name: string) => renamed[name] ?? key(name)
  const host = hostOf(key('add'))
  const port = portOf(json.port)
  const account = { id: required(key('id'), 'share-link.no-id'), security: key('scy') || 'auto' }
  const settings = { vnext: [{ address: host, port, users: [account] }] }
  return { protocol: 'vmess', settings, streamSettings: streamOf(ask, 'none'), remark: key('ps'), host, port }
}

const vmessByUrl: Reader = (body) => {
  if (!body.includes('@')) throw new Refusal('share-link.damaged')
  const { user, host, port, ask, remark } = splitLink(body)
  const account = { id: required(decoded(user), 'share-link.no-id'), security: ask('encryption') || 'auto' }
  const settings = { vnext: [{ address: host, port, users: [account] }] }
  return { protocol: 'vmess', settings, streamSettings: streamOf(ask, 'none'), remark, host, port }
}

const readers: Readonly<Record<string, Reader>> = {
  vless,
  vmess,
  trojan,
  ss: shadowsocks,
  hysteria2: hysteria,
  hy2: hysteria,
  wireguard,
  wg: wireguard,
}
export const shareSchemes: readonly string[] = Object.keys(readers)

/** An outbound that does what a share link says. Junk never throws. */
export function parseShareLink(text: string): ParsedLink {
  const [, scheme, body] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(text.trim()) ?? []
  if (scheme === undefined || body === undefined) return { ok: false, why: coded('share-link.not-a-link') }
  const name = scheme.toLowerCase()
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined
  if (!reader) return { ok: false, why: coded('share-link.scheme-unsupported', { scheme: name }) }
  try {
    const { remark, host, port, protocol, settings, streamSettings } = reader(body)
    const tag = plainTag(remark) || `${protocol}-${host}-${port}`
    const allowed = linkStream(streamSettings)
    const stream = Object.keys(allowed).length > 0 ? { streamSettings: allowed } : {}
    return { ok: true, outbound: { tag, protocol, settings, ...stream } }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, why: codedOf(error) }
    throw error
  }
}

/** Tags are displayed and typed: no control characters, no lone surrogates, limited length. */
const plainTag = (text: string): string => {
  const clean = text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return [...clean].slice(0, 100).join('')
}
