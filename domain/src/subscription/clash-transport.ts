import type { Block } from '#contract/inbound.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { filled } from '#domain/outbounds/share-parts.ts'
import { earlyPath } from './dialling.ts'

type Render = (entry: Advertised) => Block

const withHost = ({ host, headers }: Advertised['transport']): Block => ({
  ...headers,
  ...(host && { Host: host }),
})

const upgrade: Render = ({ transport }) =>
  filled({ path: earlyPath(transport.path).path, headers: withHost(transport) })

const webSocket: Render = (entry) => {
  const { earlyData } = earlyPath(entry.transport.path)
  const early = { 'max-early-data': earlyData, 'early-data-header-name': 'Sec-WebSocket-Protocol' }
  return { ...upgrade(entry), ...(earlyData > 0 && early) }
}

/** Header values as lists, from which mihomo picks one. */
const http: Render = ({ transport }) => {
  const { method } = (transport.settings.header as { request?: Block } | undefined)?.request ?? {}
  const lists = Object.entries(withHost(transport)).map(([name, value]) => [name, [value]])
  return {
    method: typeof method === 'string' && method !== '' ? method : 'GET',
    path: [transport.path],
    ...(lists.length > 0 && { headers: Object.fromEntries(lists) }),
  }
}

const kebab = (key: string): string => key.replace(/[A-Z]+/g, (capitals) => `-${capitals.toLowerCase()}`)

/** XHTTP keys in the core -> in mihomo, if they differ from plain kebab case. */
const renamed: Readonly<Record<string, string>> = {
  noGRPCHeader: 'no-grpc-header',
  uplinkHTTPMethod: 'uplink-http-method',
  sessionIDPlacement: 'session-placement',
  sessionIDKey: 'session-key',
}
const alike = [
  'xPaddingBytes',
  'xPaddingObfsMode',
  'xPaddingKey',
  'xPaddingHeader',
  'xPaddingPlacement',
  'xPaddingMethod',
  'sessionPlacement',
  'sessionKey',
  'seqPlacement',
  'seqKey',
  'uplinkDataPlacement',
  'uplinkDataKey',
  'uplinkChunkSize',
  'scMaxEachPostBytes',
  'scMinPostsIntervalMs',
]
const reused = ['maxConcurrency', 'maxConnections', 'cMaxReuseTimes', 'hMaxRequestTimes', 'hMaxReusableSecs']

/** mihomo expects numbers and ranges as text; booleans stay booleans. */
const written = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)

/** The block merged with its `extra`, which takes precedence in the core. */
export const xhttpSettings = ({ transport }: Advertised): Block => {
  const { extra, ...settings } = transport.settings
  return { ...settings, ...(typeof extra === 'object' && extra !== null ? extra : {}) }
}

const xhttp: Render = (entry) => {
  const settings = xhttpSettings(entry)
  const { path, host, mode, headers } = entry.transport
  const named = [...alike, ...Object.keys(renamed)].map((key) => [
    renamed[key] ?? kebab(key),
    written(settings[key]),
  ])
  const xmux = (settings.xmux ?? {}) as Block // an object or absent, as in the core
  const reuse = filled(Object.fromEntries(reused.map((key) => [kebab(key), written(xmux[key])])))
  return filled({
    path,
    host,
    mode,
    ...Object.fromEntries(named),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(reuse).length > 0 && { 'reuse-settings': reuse }),
  })
}

/** A service name with a slash is a path, in the core and in mihomo; the part after the bar is the multi-mode path. */
function serviceName({ serviceName: name }: Advertised['transport']): string {
  if (name.startsWith('/')) return name.split('|')[0] ?? name
  // A blank name is valid for the core but means "GunService" for mihomo: a full path is unambiguous.
  return name || '//Tun'
}

/** The transport settings of a mihomo proxy. */
export function clashTransport(entry: Advertised): Block {
  const { network, headerType } = entry.transport
  if (network === 'ws') return { network: 'ws', 'ws-opts': webSocket(entry) }
  if (network === 'httpupgrade')
    return { network: 'ws', 'ws-opts': { ...upgrade(entry), 'v2ray-http-upgrade': true } }
  if (network === 'grpc')
    return { network: 'grpc', 'grpc-opts': { 'grpc-service-name': serviceName(entry.transport) } }
  if (network === 'xhttp') return { network: 'xhttp', 'xhttp-opts': xhttp(entry) }
  return headerType === 'http' ? { network: 'http', 'http-opts': http(entry) } : { network: 'tcp' }
}
