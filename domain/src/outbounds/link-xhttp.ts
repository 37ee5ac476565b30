import type { Block } from '#contract/inbound.ts'
import { foldedAt } from '#domain/core-config/json.ts'
import { isBlock } from '#domain/inbounds/stream.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Field, fields, flag, headers, oneOf, part, range, text, whole } from './link-fields.ts'
import { linkMasks } from './link-masks.ts'
import { linkReality, linkTls } from './link-security.ts'
import { hostOf, portOf } from './share-parts.ts'

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
const xhttp = fields({ ...withDownload, ...place, extra: part(fields(withDownload)) })

/** What a link may set for XHTTP: no other key reaches the core. */
export const linkXhttp = (value: unknown, name: string): Block => xhttp(value, name)
