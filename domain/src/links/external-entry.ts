import type { Block } from '#contract/inbound.ts'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import { asBlocks, blockAt, textAt, textsAt } from '#domain/untyped.ts'
import { type Access, type Advertised, noExtras, type Security } from './advertised.ts'
import { diallingTransport, hopPorts, salamander } from './dialling-transport.ts'

type Account = (server: Block, stream: Block) => Access

const user = (server: Block): Block => asBlocks(server.users)[0] ?? {}

const accessOf: Readonly<Record<string, Account>> = {
  vless: (server) => ({
    protocol: 'vless',
    id: textAt(user(server), 'id'),
    flow: textAt(user(server), 'flow'),
    encryption: textAt(user(server), 'encryption') || 'none',
  }),
  vmess: (server) => {
    const cipher = textAt(user(server), 'security')
    const known = cipher === 'aes-128-gcm' || cipher === 'chacha20-poly1305'
    return { protocol: 'vmess', id: textAt(user(server), 'id'), cipher: known ? cipher : 'auto' }
  },
  trojan: (server) => ({ protocol: 'trojan', password: textAt(server, 'password') }),
  shadowsocks: (server) => ({
    protocol: 'shadowsocks',
    method: textAt(server, 'method'),
    keys: [textAt(server, 'password')],
    udp: true,
  }),
  hysteria: (_, stream) => ({
    protocol: 'hysteria',
    auth: textAt(blockAt(stream, 'hysteriaSettings'), 'auth'),
    ...salamander(blockAt(stream, 'finalmask')),
    ports: hopPorts(blockAt(stream, 'finalmask')),
  }),
}

/** Current cores have no such option, so the parser drops it; other programs need it. */
const saysInsecure = (link: string): boolean =>
  /[?&](allowInsecure|insecure)=(1|true)(&|#|$)/i.test(link.replace(/#.*$/s, ''))

function securityOf(stream: Block, link: string): Security {
  const [tls, reality] = [blockAt(stream, 'tlsSettings'), blockAt(stream, 'realitySettings')]
  if (stream.security === 'tls')
    return {
      kind: 'tls',
      sni: textAt(tls, 'serverName'),
      alpn: textsAt(tls, 'alpn'),
      fingerprint: textAt(tls, 'fingerprint'),
      ech: textAt(tls, 'echConfigList'),
      pins: textAt(tls, 'pinnedPeerCertSha256').split(',').filter(Boolean),
      verifyName: textAt(tls, 'verifyPeerCertByName'),
      allowInsecure: saysInsecure(link),
    }
  if (stream.security !== 'reality') return { kind: 'none' }
  return {
    kind: 'reality',
    sni: textAt(reality, 'serverName'),
    fingerprint: textAt(reality, 'fingerprint'),
    publicKey: textAt(reality, 'publicKey'),
    shortId: textAt(reality, 'shortId'),
    spiderX: textAt(reality, 'spiderX'),
    mldsa65Verify: textAt(reality, 'mldsa65Verify'),
  }
}

/** What a link of another server dials, for formats that are no lists of links; undefined if it cannot be read here. */
export function externalEntry(link: string): Advertised | undefined {
  const parsed = parseShareLink(link)
  if (!parsed.ok) return undefined
  const { tag, protocol, settings, streamSettings } = parsed.outbound
  const access = Object.hasOwn(accessOf, protocol) ? accessOf[protocol] : undefined
  if (!access) return undefined
  const [given, stream] = [settings as Block, (streamSettings ?? {}) as Block] // the parser's own blocks
  const server = asBlocks(given.vnext)[0] ?? asBlocks(given.servers)[0] ?? given
  return {
    inboundId: 0,
    email: '',
    remark: tag,
    host: textAt(server, 'address'),
    port: Number(server.port),
    access: access(server, stream),
    transport: diallingTransport(stream, { path: '', host: '' }),
    security: securityOf(stream, link),
    masks: blockAt(stream, 'finalmask'),
    extras: noExtras,
    isExternal: true,
  }
}
