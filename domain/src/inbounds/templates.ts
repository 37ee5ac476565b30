import type { Block, InboundInput } from '#contract/inbound.ts'
import { usualMasqueAddress } from './masque.ts'
import { lowestClientVersion } from './reality.ts'

interface Placed {
  remark: string
  port: number
}

interface RealityKeys {
  /** host:port of the site shown to probes. */
  target: string
  serverName: string
  privateKey: string
  publicKey: string
  shortIds: readonly string[]
}

/** Paths on the server; blank if the operator has to fill them in. */
interface CertificateFiles {
  certificateFile: string
  keyFile: string
  /** The domain that the certificate names; blank or absent: links use the server's address. */
  serverName?: string
}

/** What a CDN dials and apps connect to; blank or absent: there is none in front. */
type BehindCdn = { domain?: string }

/** Links name the domain, not the server behind it. */
const sharedAs = ({ domain = '' }: BehindCdn): Partial<InboundInput> =>
  domain === '' ? {} : { shareAddr: domain, shareAddrStrategy: 'custom' }

const sniffing = { enabled: true, destOverride: ['http', 'tls', 'quic'] }

const reality = (parts: RealityKeys): Block => ({
  show: false,
  xver: 0,
  target: parts.target,
  serverNames: [parts.serverName],
  privateKey: parts.privateKey,
  minClientVer: lowestClientVersion,
  shortIds: [...parts.shortIds],
  settings: { publicKey: parts.publicKey, fingerprint: 'chrome', spiderX: '/' },
})

const tls = (
  { certificateFile, keyFile, serverName = '' }: CertificateFiles,
  alpn: readonly string[],
  fingerprint = 'chrome',
): Block => ({
  serverName,
  minVersion: '1.2',
  maxVersion: '1.3',
  alpn: [...alpn],
  certificates: [{ certificateFile, keyFile, usage: 'encipherment' }],
  settings: { fingerprint },
})

/** What every template has. */
const placed = ({ remark, port }: Placed) => ({ remark, enable: true, port, sniffing })

const vless = (parts: Placed) => ({
  ...placed(parts),
  protocol: 'vless' as const,
  settings: { decryption: 'none', encryption: 'none' },
})

/** VLESS + Reality on TCP, ready for Vision: the recommended default of the wizard and the gallery. */
export const realityInbound = (parts: Placed & RealityKeys): InboundInput => ({
  ...vless(parts),
  streamSettings: {
    network: 'tcp',
    security: 'reality',
    tcpSettings: {},
    realitySettings: reality(parts),
  },
})

const xhttp = (path: string, host = '') => ({ host, path, mode: 'auto', xPaddingBytes: '100-1000' })

/** VLESS over XHTTP with Reality: many short HTTP/2 requests, no certificate needed. */
export const xhttpInbound = (parts: Placed & RealityKeys & { path: string }): InboundInput => ({
  ...realityInbound(parts),
  streamSettings: {
    network: 'xhttp',
    security: 'reality',
    xhttpSettings: xhttp(parts.path),
    realitySettings: reality(parts),
  },
})

/** VLESS over XHTTP with TLS: works behind a CDN, and with a web server in front. */
export const xhttpTlsInbound = (
  parts: Placed & CertificateFiles & BehindCdn & { path: string },
): InboundInput => ({
  ...vless(parts),
  ...sharedAs(parts),
  streamSettings: {
    network: 'xhttp',
    security: 'tls',
    xhttpSettings: xhttp(parts.path, parts.domain),
    tlsSettings: tls(parts, ['h2', 'http/1.1']),
  },
})

interface WebSocketParts extends Placed, CertificateFiles, BehindCdn {
  protocol: 'vless' | 'vmess'
  path: string
}

/** WebSocket with TLS: works behind a CDN. */
export const webSocketInbound = (parts: WebSocketParts): InboundInput => ({
  ...placed(parts),
  protocol: parts.protocol,
  settings: parts.protocol === 'vless' ? { decryption: 'none', encryption: 'none' } : {},
  ...sharedAs(parts),
  streamSettings: {
    network: 'ws',
    security: 'tls',
    wsSettings: {
      acceptProxyProtocol: false,
      host: parts.domain ?? '',
      path: parts.path,
      heartbeatPeriod: 0,
      headers: {},
    },
    tlsSettings: tls(parts, ['http/1.1']), // WebSocket supports nothing else (R41)
  },
})

/** Trojan with TLS; a fallback sends other visitors to a web server. */
export const trojanInbound = (parts: Placed & CertificateFiles): InboundInput => ({
  ...placed(parts),
  protocol: 'trojan',
  settings: {},
  streamSettings: {
    network: 'tcp',
    security: 'tls',
    tcpSettings: {},
    tlsSettings: tls(parts, ['http/1.1']), // the web server behind it may not support h2 without TLS
  },
})

/** Hysteria 2 with Salamander: QUIC obfuscated as random bytes. */
export const hysteriaInbound = (parts: Placed & CertificateFiles & { obfs: string }): InboundInput => ({
  ...placed(parts),
  protocol: 'hysteria',
  settings: { version: 2 },
  streamSettings: {
    network: 'hysteria',
    security: 'tls',
    hysteriaSettings: { version: 2, udpIdleTimeout: 60 },
    tlsSettings: tls(parts, ['h3'], ''),
    finalmask: { udp: [{ type: 'salamander', settings: { password: parts.obfs } }] },
  },
})

/** Shadowsocks 2022 with a 32-byte key in Base64. */
export const shadowsocksInbound = (parts: Placed & { password: string }): InboundInput => ({
  ...placed(parts),
  protocol: 'shadowsocks',
  settings: { method: '2022-blake3-aes-256-gcm', password: parts.password, network: 'tcp,udp' },
  streamSettings: { network: 'tcp', security: 'none', tcpSettings: {} },
})

type WireguardParts = Placed & { secretKey: string }

export const wireguardInbound = (parts: WireguardParts): InboundInput => ({
  ...placed(parts),
  protocol: 'wireguard',
  settings: {
    secretKey: parts.secretKey,
    mtu: 1420,
    noKernelTun: false,
    address: ['10.0.0.1/16'],
    peers: [],
  },
  streamSettings: {},
})

/** A tunnel inside HTTP/3; apps with an Xray core alone know it. */
export const masqueInbound = (parts: Placed & CertificateFiles): InboundInput => ({
  ...placed(parts),
  protocol: 'masque',
  settings: { address: [usualMasqueAddress] },
  streamSettings: {
    network: 'masque',
    security: 'tls',
    masqueSettings: {},
    tlsSettings: tls(parts, ['h3']),
  },
})

type WithAccount = Placed & { account: { user: string; pass: string } }

/** SOCKS and HTTP on one port, with a password: the port is reachable from everywhere. */
export const mixedInbound = (parts: WithAccount): InboundInput => ({
  ...placed(parts),
  protocol: 'mixed',
  settings: { auth: 'password', accounts: [parts.account], udp: false, ip: '127.0.0.1' },
  streamSettings: {},
})

export const httpInbound = (parts: WithAccount): InboundInput => ({
  ...placed(parts),
  protocol: 'http',
  settings: { accounts: [parts.account], allowTransparent: false },
  streamSettings: {},
})

/** Forwards a port of this server; on loopback, because anybody who reaches it may use it. */
export const tunnelInbound = (parts: Placed & { address: string; to: number }): InboundInput => ({
  ...placed(parts),
  listen: '127.0.0.1',
  protocol: 'tunnel',
  settings: {
    rewriteAddress: parts.address,
    rewritePort: parts.to,
    allowedNetwork: 'tcp,udp',
    followRedirect: false,
  },
  streamSettings: {},
  sniffing: { enabled: false },
})
