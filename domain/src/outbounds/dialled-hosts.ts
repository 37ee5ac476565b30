import type { Block } from '#contract/inbound.ts'
import { unbracketed } from '#domain/net/address.ts'
import { Refusal } from '#domain/refusal.ts'
import { asBlocks, blockAt, isBlock, textAt } from '#domain/untyped.ts'
import { type Endpoint, endpointsOf } from './endpoints.ts'

/** `https://server:port/path`, without a user. */
const server = /^(?:https|h2c|udp):\/\/(\[[^\]]+\]|[^/:?#@[\]]+)(?::\d{1,5})?(?:[/?][^#]*)?$/

/** The resolver the core would ask for an ECH configuration, as `[name+]https://server/path`. */
function echServer(tls: Block): string[] {
  const text = textAt(tls, 'echConfigList')
  if (!text.includes('://')) return []
  const [, host] = server.exec(text.slice(text.indexOf('+') + 1)) ?? []
  if (host === undefined) throw new Refusal('share-link.ech-unsupported')
  return [unbracketed(host)]
}

function downloadsOf(stream: Block): Block[] {
  const xhttp = blockAt(stream, 'xhttpSettings')
  return [xhttp, blockAt(xhttp, 'extra')].map((s) => s.downloadSettings).filter(isBlock)
}

/** Every host that an outbound makes the core contact: its servers, those of its download settings, its resolvers. */
export function dialledHosts(outbound: Block): string[] {
  const stream = blockAt(outbound, 'streamSettings')
  const downloads = downloadsOf(stream)
  const servers = [
    ...endpointsOf(outbound).map(({ host }) => host),
    ...downloads.map((d) => textAt(d, 'address')),
  ]
  if (servers.length === 0 || servers.includes('')) throw new Refusal('share-link.no-server')
  const resolvers = [stream, ...downloads].flatMap((s) => echServer(blockAt(s, 'tlsSettings')))
  return [...new Set([...servers, ...resolvers])]
}

const withDownloadAt = (xhttp: Block, place: Endpoint): Block => ({
  ...xhttp,
  ...(isBlock(xhttp.downloadSettings) && {
    downloadSettings: streamAt({ ...xhttp.downloadSettings, address: place.host, port: place.port }, place),
  }),
  ...(isBlock(xhttp.extra) && { extra: withDownloadAt(xhttp.extra, place) }),
})

/** The same stream aimed at another server: no port hopping, no resolver. */
function streamAt(stream: Block, place: Endpoint): Block {
  const { quicParams, udp, ...masks } = blockAt(stream, 'finalmask')
  const { echConfigList: _, ...tls } = blockAt(stream, 'tlsSettings')
  const { udpHop: __, ...quic } = isBlock(quicParams) ? quicParams : {}
  return {
    ...stream,
    ...(isBlock(stream.tlsSettings) && { tlsSettings: tls }),
    ...(isBlock(stream.xhttpSettings) && { xhttpSettings: withDownloadAt(stream.xhttpSettings, place) }),
    ...(isBlock(stream.finalmask) && {
      finalmask: {
        ...masks,
        ...(udp !== undefined && { udp: asBlocks(udp).filter(({ type }) => type !== 'udphop') }),
        quicParams: quic,
      },
    }),
  }
}

/** An outbound of a list with every address replaced by another server. */
export function dialledAt(outbound: Block, place: Endpoint): Block {
  const { host, port } = place
  const settings = blockAt(outbound, 'settings')
  const there = (server: Block) => ({ ...server, address: host, port })
  const stream = streamAt(blockAt(outbound, 'streamSettings'), place)
  return {
    ...outbound,
    settings: {
      ...settings,
      ...('port' in settings && { address: host, port }),
      ...(Array.isArray(settings.vnext) && { vnext: asBlocks(settings.vnext).map(there) }),
      ...(Array.isArray(settings.servers) && { servers: asBlocks(settings.servers).map(there) }),
      ...(Array.isArray(settings.peers) && {
        peers: asBlocks(settings.peers).map((peer) => ({ ...peer, endpoint: `${host}:${port}` })),
      }),
    },
    ...('streamSettings' in outbound && { streamSettings: stream }),
  }
}
