import type { Block } from '#contract/inbound.ts'
import { networkOf, securityOf } from '#domain/inbounds/stream.ts'
import { Refusal } from '#domain/refusal.ts'
import { blockAt, foldedAt, isBlock } from '#domain/untyped.ts'
import {
  type Field,
  fields,
  flag,
  headers,
  list,
  oneOf,
  part,
  range,
  text,
  texts,
  whole,
} from './link-fields.ts'
import { linkMasks } from './link-masks.ts'
import { hostOf, portOf } from './share-parts.ts'

const name = text(253)
const version = oneOf('1.0', '1.1', '1.2', '1.3')

/** The client's side of TLS and Reality; never a certificate, a file or a key log. */
const linkTls = fields({
  serverName: name,
  alpn: texts(text(32), 8),
  fingerprint: text(64),
  echConfigList: text(8_192),
  verifyPeerCertByName: text(1_024),
  pinnedPeerCertSha256: text(4_096, /^[0-9a-fA-F:,~\s]*$/),
  enableSessionResumption: flag,
  minVersion: version,
  maxVersion: version,
  cipherSuites: text(1_024),
  curvePreferences: texts(text(64), 16),
})

const linkReality = fields({
  serverName: name,
  fingerprint: text(64),
  publicKey: text(64),
  password: text(64),
  shortId: text(16, /^[0-9a-fA-F]*$/),
  spiderX: text(1_024),
  mldsa65Verify: text(4_096),
})

const key = text(64, /^[\w!#$%&'*+.^`|~-]*$/)
const placement = oneOf('path', 'cookie', 'header', 'query')
const times = range(0, 1_000_000)

/** Keys that exist both in the settings and in their `extra`. */
const settings = {
  headers,
  xPaddingBytes: range(1, 65_536),
  xPaddingObfsMode: flag,
  xPaddingKey: key,
  xPaddingHeader: key,
  xPaddingPlacement: oneOf('cookie', 'header', 'query', 'queryInHeader'),
  xPaddingMethod: oneOf('repeat-x', 'tokenish'),
  uplinkHTTPMethod: text(16, /^[A-Za-z]*$/),
  sessionIDPlacement: placement,
  sessionIDKey: key,
  sessionIDTable: text(256, /^[\x20-\x7e]*$/),
  sessionIDLength: range(1, 128),
  seqPlacement: placement,
  seqKey: key,
  uplinkDataPlacement: oneOf('auto', 'body', 'cookie', 'header'),
  uplinkDataKey: key,
  uplinkChunkSize: range(0, 33_554_432),
  noGRPCHeader: flag,
  noSSEHeader: flag,
  scMaxEachPostBytes: range(1, 33_554_432),
  scMinPostsIntervalMs: range(0, 60_000),
  scMaxBufferedPosts: whole(0, 10_000),
  scStreamUpServerSecs: range(0, 86_400),
  xmux: part(
    fields({
      maxConcurrency: range(0, 65_536),
      maxConnections: range(0, 65_536),
      cMaxReuseTimes: times,
      hMaxRequestTimes: times,
      hMaxReusableSecs: times,
      hKeepAlivePeriod: whole(-1, 86_400),
    }),
  ),
} as const satisfies Record<string, Field>

const place = {
  path: text(2_048),
  host: text(253),
  mode: oneOf('auto', 'packet-up', 'stream-up', 'stream-one'),
} as const

const plain = { ...settings, ...place, extra: part(fields(settings)) } as const
const downloadXhttp = fields(plain)

const address: Field = (value) => {
  if (typeof value !== 'string') throw new Refusal('share-link.download-no-server')
  return hostOf(value)
}
const download = fields({
  address,
  port: (value) => portOf(value),
  network: oneOf('xhttp', 'splithttp'),
  method: oneOf('xhttp', 'splithttp'),
  security: oneOf('none', 'tls', 'reality'),
  tlsSettings: part(linkTls),
  realitySettings: part(linkReality),
  xhttpSettings: part(downloadXhttp),
  splithttpSettings: part(downloadXhttp),
})

/** The download side of a split connection. The core requires server, port and XHTTP, and crashes without them. */
const downloadSettings: Field = (value, name) => {
  const read = download(value, name)
  const { address: host, port, network, method, xhttpSettings, splithttpSettings, ...rest } = read
  if (host === undefined || port === undefined) throw new Refusal('share-link.download-no-server')
  if (network === undefined && method === undefined) throw new Refusal('share-link.download-no-transport')
  const security = typeof rest.security === 'string' ? rest.security : 'none'
  const finalmask = isBlock(value) ? foldedAt(value, 'finalmask') : undefined
  const masks = finalmask === undefined ? {} : linkMasks(finalmask, { network: 'xhttp', security })
  return {
    address: host,
    port,
    network: 'xhttp',
    ...rest,
    xhttpSettings: xhttpSettings ?? splithttpSettings ?? {},
    ...(Object.keys(masks).length > 0 && { finalmask: masks }),
  }
}

const withDownload = { ...settings, downloadSettings } as const
/** What a link may set for XHTTP: no other key reaches the core. */
const linkXhttp = fields({ ...withDownload, ...place, extra: part(fields(withDownload)) })

const path = text(2_048)
const host = text(1_024)
const hostOnly = fields({ path, host })

const httpHeader = fields({
  type: oneOf('http', 'none'),
  request: part(
    fields({
      path: list(path, 32),
      headers: part(fields({ Host: list(host, 32) })),
    }),
  ),
})

const transports: Readonly<Record<string, (value: unknown, name: string) => Block>> = {
  tcp: fields({ header: part(httpHeader) }),
  ws: hostOnly,
  httpupgrade: hostOnly,
  grpc: fields({ serviceName: path, authority: host, multiMode: flag }),
  xhttp: linkXhttp,
  kcp: fields({ mtu: whole(21, 1_460), tti: whole(10, 1_000) }),
  hysteria: fields({ version: whole(2, 2), auth: text(1_024) }),
}

/**
 * The stream settings that a share link may set: client keys only, each within a safe range. Files, certificates,
 * socket options and chains to other outbounds can be set only by an operator (ADR 086).
 */
export function linkStream(stream: Block): Block {
  if (Object.keys(stream).length === 0) return {}
  const [network, security] = [networkOf(stream), securityOf(stream)]
  const name = `${network}Settings`
  const read = Object.hasOwn(transports, network) ? transports[network] : undefined
  const transport = read && isBlock(stream[name]) ? read(stream[name], name) : {}
  const masks = isBlock(stream.finalmask) ? linkMasks(stream.finalmask, { network, security }) : {}
  return {
    network,
    security,
    ...(security === 'tls' && { tlsSettings: linkTls(blockAt(stream, 'tlsSettings'), 'tlsSettings') }),
    ...(security === 'reality' && {
      realitySettings: linkReality(blockAt(stream, 'realitySettings'), 'realitySettings'),
    }),
    ...(Object.keys(transport).length > 0 && { [name]: transport }),
    ...(Object.keys(masks).length > 0 && { finalmask: masks }),
  }
}
