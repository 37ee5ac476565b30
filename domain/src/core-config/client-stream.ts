import type { Block } from '#contract/inbound.ts'
import {
  blockAt,
  isBlock,
  networkOf,
  securityOf,
  textAt,
  textsAt,
  transportOf,
} from '#domain/inbounds/stream.ts'
import { currentXhttp } from './core-stream.ts'
import { withoutKeys } from './json.ts'

/** How a client checks who it talks to, where the inbound's own hints do not say it all. */
export interface Trust {
  /** PEM of a private authority: it alone is trusted then. */
  ca?: string
  /** SHA-256 of the server's certificate, in hex. */
  pinnedPeerCertSha256?: string
  /** The name to ask for where the inbound names none. */
  serverName?: string
}

/** XHTTP keys that only the listening side reads. */
const xhttpServerKeys = [
  'scMaxBufferedPosts',
  'scStreamUpServerSecs',
  'serverMaxHeaderBytes',
  'noSSEHeader',
] as const

type TransportOf = (server: Block, auth: string) => Block

const dialled: TransportOf = (server) => withoutKeys(server, ['acceptProxyProtocol'])

/** The dialling half of each transport; what is not named here is the same on both sides. */
const transportFor: Readonly<Record<string, TransportOf>> = {
  tcp: dialled,
  ws: dialled,
  httpupgrade: dialled,
  kcp: (server) => withoutKeys(server, ['header', 'seed']),
  xhttp: (server) => {
    const out = withoutKeys(currentXhttp(server), [...xhttpServerKeys, 'enableXmux'])
    return isBlock(out.extra) ? { ...out, extra: withoutKeys(out.extra, xhttpServerKeys) } : out
  },
  hysteria: (server, auth) => ({
    version: 2,
    auth,
    ...(server.udpIdleTimeout ? { udpIdleTimeout: server.udpIdleTimeout } : {}),
  }),
}

const filled = (block: Block): Block =>
  Object.fromEntries(
    Object.entries(block).filter(
      ([, v]) => v !== '' && v !== undefined && !(Array.isArray(v) && v.length === 0),
    ),
  )

function clientTls(stream: Block, trust: Trust): Block {
  const tls = blockAt(stream, 'tlsSettings')
  const hints = blockAt(tls, 'settings')
  const pins = [...textsAt(hints, 'pinnedPeerCertSha256'), trust.pinnedPeerCertSha256 ?? ''].filter(Boolean)
  return filled({
    serverName: textAt(tls, 'serverName') || textAt(hints, 'serverName') || trust.serverName,
    alpn: textsAt(tls, 'alpn'),
    fingerprint: textAt(hints, 'fingerprint'),
    echConfigList: textAt(hints, 'echConfigList'),
    verifyPeerCertByName: textAt(hints, 'verifyPeerCertByName'),
    pinnedPeerCertSha256: pins.join(','),
    ...(trust.ca && {
      disableSystemRoot: true,
      certificates: [{ usage: 'verify', certificate: trust.ca.trim().split('\n') }],
    }),
  })
}

/** One name and one short id of those that the server takes: the first, so that the answer never changes by itself. */
function clientReality(stream: Block): Block {
  const reality = blockAt(stream, 'realitySettings')
  const hints = blockAt(reality, 'settings')
  return filled({
    serverName: textAt(hints, 'serverName') || textsAt(reality, 'serverNames')[0],
    fingerprint: textAt(hints, 'fingerprint') || 'chrome',
    shortId: textsAt(reality, 'shortIds')[0],
    publicKey: textAt(hints, 'publicKey'),
    spiderX: textAt(hints, 'spiderX'),
    mldsa65Verify: textAt(hints, 'mldsa65Verify'),
  })
}

/** Masks work on both ends; the speed that one end sends at is what the other receives at. */
function clientMasks(stream: Block): Block {
  if (!isBlock(stream.finalmask)) return {}
  const { tcp, quicParams, ...rest } = stream.finalmask
  const masks: Block = { ...rest }
  if (tcp !== undefined && securityOf(stream) !== 'reality') masks.tcp = tcp
  if (isBlock(quicParams)) {
    const { brutalUp, brutalDown } = quicParams
    masks.quicParams = filled({ ...quicParams, brutalUp: brutalDown, brutalDown: brutalUp })
  }
  return Object.keys(masks).length > 0 ? { finalmask: masks } : {}
}

/** The stream settings with which a client reaches an inbound that listens with these. */
export function clientStream(stream: Block, auth: string, trust: Trust): Block {
  const network = networkOf(stream)
  const security = securityOf(stream)
  const transport = transportOf(stream)
  return {
    network,
    security,
    [`${network}Settings`]: Object.hasOwn(transportFor, network)
      ? transportFor[network]!(transport, auth)
      : transport,
    ...(security === 'tls' && { tlsSettings: clientTls(stream, trust) }),
    ...(security === 'reality' && { realitySettings: clientReality(stream) }),
    ...clientMasks(stream),
  }
}
