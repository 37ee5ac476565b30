import type { Block } from '#contract/inbound.ts'
import { type Network, networks } from '#contract/protocol.ts'
import { currentXhttp } from '#domain/core-config/core-stream.ts'
import { networkOf, transportOf } from '#domain/inbounds/stream.ts'
import { Refusal } from '#domain/refusal.ts'
import { asBlocks, blockAt, filled, isBlock, textAt, textsAt, withoutKeys } from '#domain/untyped.ts'
import type { PieceSizes, Security, Transport } from './advertised.ts'

/** XHTTP keys that only the server side reads. */
const xhttpServerKeys = [
  'scMaxBufferedPosts',
  'scStreamUpServerSecs',
  'serverMaxHeaderBytes',
  'noSSEHeader',
  'acceptProxyProtocol',
] as const

const dialled = (server: Block): Block => withoutKeys(server, ['acceptProxyProtocol'])

const withoutEarly = (path: string): string => path.replace(/\?ed=\d+$/, '')

/** The client half of each transport; Hysteria's auth and MASQUE's user are added later, where the client is known. */
const diallingHalf = {
  tcp: dialled,
  ws: dialled,
  // The core's server loses early data that comes with the request, and waits for it.
  httpupgrade: (server) => ({
    ...dialled(server),
    ...(server.path !== undefined && { path: withoutEarly(textAt(server, 'path')) }),
  }),
  grpc: dialled,
  kcp: (server) => withoutKeys(server, ['header', 'seed']),
  xhttp: (server) => {
    const out = withoutKeys(currentXhttp(server), [...xhttpServerKeys, 'enableXmux'])
    return isBlock(out.extra) ? { ...out, extra: withoutKeys(out.extra, xhttpServerKeys) } : out
  },
  hysteria: (server) => ({
    version: 2,
    ...(server.udpIdleTimeout ? { udpIdleTimeout: server.udpIdleTimeout } : {}),
  }),
  masque: (server) => filled({ path: server.path, host: server.host }),
} satisfies Record<Network, (server: Block) => Block>

/** Headers as single texts; the core uses lists in HTTP headers of tcp. */
function headersOf(block: Block): Record<string, string> {
  const out: Record<string, string> = {}
  for (const [name, value] of Object.entries(blockAt(block, 'headers'))) {
    const text = Array.isArray(value) ? value[0] : value
    if (typeof text === 'string') out[name] = text
  }
  return out
}

const isHost = (name: string): boolean => name.toLowerCase() === 'host'
const hostIn = (headers: Record<string, string>): string =>
  Object.entries(headers).find(([name]) => isHost(name))?.[1] ?? ''
const otherHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isHost(name)))

export const blankTransport = {
  path: '',
  host: '',
  headers: {},
  headerType: 'none',
  serviceName: '',
  authority: '',
  multiMode: false,
  mode: '',
} as const

function tcpView(settings: Block): Partial<Transport> {
  const header = blockAt(settings, 'header')
  if (textAt(header, 'type') !== 'http') return {}
  const request = blockAt(header, 'request')
  const headers = headersOf(request)
  return {
    headerType: 'http',
    path: textsAt(request, 'path')[0] || '/',
    host: hostIn(headers),
    headers: otherHeaders(headers),
  }
}

function webView(settings: Block): Partial<Transport> {
  const headers = headersOf(isBlock(settings.extra) ? settings.extra : settings)
  return {
    path: textAt(settings, 'path') || '/',
    host: textAt(settings, 'host') || hostIn(headers),
    headers: otherHeaders(headers),
    mode: textAt(settings, 'mode'),
  }
}

const nothingMore = (): Partial<Transport> => ({})

const viewOf = {
  tcp: tcpView,
  ws: webView,
  httpupgrade: webView,
  xhttp: webView,
  grpc: (settings) => ({
    serviceName: textAt(settings, 'serviceName'),
    authority: textAt(settings, 'authority'),
    multiMode: settings.multiMode === true,
  }),
  kcp: nothingMore,
  hysteria: nothingMore,
  masque: (settings) => ({ path: textAt(settings, 'path'), host: textAt(settings, 'host') }),
} satisfies Record<Network, (settings: Block) => Partial<Transport>>

/** Overrides of an advertised address; blank keeps the inbound's value. */
type TransportOverride = Pick<Transport, 'path' | 'host'>

function overridden(network: Network, settings: Block, { path, host }: TransportOverride): Block {
  if (!path && !host) return settings
  if (network === 'grpc') return { ...settings, ...(host && { authority: host }) }
  if (network !== 'tcp') return { ...settings, ...(path && { path }), ...(host && { host }) }
  const header = blockAt(settings, 'header')
  if (textAt(header, 'type') !== 'http') return settings
  const request = blockAt(header, 'request')
  const headers = { ...withoutKeys(blockAt(request, 'headers'), ['host']), ...(host && { Host: [host] }) }
  const kept = host ? headers : blockAt(request, 'headers')
  return {
    ...settings,
    header: { ...header, request: { ...request, headers: kept, ...(path && { path: [path] }) } },
  }
}

const isNetwork = (name: string): name is Network => networks.some((n) => n === name)

/** How a client dials an inbound with this (canonical) stream. */
export function diallingTransport(stream: Block, override: TransportOverride): Transport {
  const network = networkOf(stream)
  if (!isNetwork(network)) throw new Refusal('link.transport-unknown', { network })
  const settings = overridden(network, diallingHalf[network](transportOf(stream)), override)
  return { network, ...blankTransport, ...viewOf[network](settings), settings }
}

/** Options of the machine that listens. */
const ownQuic = ['disableGSO', 'disableStatelessReset']

/** Masks apply on both ends; one end's upload speed is the other's download speed. */
export function diallingMasks(stream: Block, security: Security, override: Block): Block {
  const own = { ...blockAt(stream, 'finalmask'), ...override }
  const { tcp, quicParams, ...rest } = own
  const masks: Block = { ...rest }
  if (tcp !== undefined && security.kind !== 'reality') masks.tcp = tcp // the two together crash the core
  if (isBlock(quicParams)) {
    const { brutalUp, brutalDown, ...same } = withoutKeys(quicParams, ownQuic)
    masks.quicParams = filled({ ...same, brutalUp: brutalDown, brutalDown: brutalUp })
  }
  return filled(masks)
}

/** Salamander's password, blank if it is not used, and the sizes of its pieces (Gecko). */
export function salamander(masks: Block): { obfs: string; gecko?: PieceSizes } {
  const mask = asBlocks(masks.udp).find((m) => m.type === 'salamander')
  if (!mask) return { obfs: '' }
  const settings = blockAt(mask, 'settings')
  const gecko = pieceSizes(settings.packetSize)
  return { obfs: textAt(settings, 'password'), ...(gecko && { gecko }) }
}

/** As the core reads it: `512-1200`, `600` or a number; zero is none. */
function pieceSizes(value: unknown): PieceSizes | undefined {
  const [, first = '0', second = first] = /^(\d+)(?:-(\d+))?$/.exec(String(value ?? '')) ?? []
  const [a, b] = [Number(first), Number(second)]
  return Math.max(a, b) > 0 ? [Math.min(a, b), Math.max(a, b)] : undefined
}

/** Hysteria's port hopping range; blank for a single port. */
export const hopPorts = (masks: Block): string => {
  const { ports } = blockAt(blockAt(masks, 'quicParams'), 'udpHop')
  return typeof ports === 'string' || typeof ports === 'number' ? String(ports) : ''
}
