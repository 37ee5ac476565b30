import type { Block } from '#contract/inbound.ts'
import { networks, type Protocol, protocolTraits } from '#contract/protocol.ts'
import { canonicalStream, isWindowTooSmall, networkOf, securityOf } from '#domain/inbounds/stream.ts'
import { blockAt, isBlock, withoutKeys } from '#domain/untyped.ts'

/** XHTTP keys that only the client side reads; kept for links. */
const xhttpClientKeys = [
  'xmux',
  'enableXmux',
  'scMinPostsIntervalMs',
  'uplinkChunkSize',
  'noGRPCHeader',
  'downloadSettings',
] as const

/** The core dropped the old names in 26.6.22. */
const xhttpNewNames: Readonly<Record<string, string>> = {
  sessionPlacement: 'sessionIDPlacement',
  sessionKey: 'sessionIDKey',
}

/** XHTTP as current cores read it: old names renamed, blank values (invalid as ranges) omitted. */
export function currentXhttp(xhttp: Block): Block {
  const out: Block = {}
  for (const [key, value] of Object.entries(xhttp)) {
    if (value === '') continue
    const name = Object.hasOwn(xhttpNewNames, key) ? xhttpNewNames[key]! : key
    if (name === key || (xhttp[name] ?? '') === '') out[name] = value
  }
  return isBlock(out.extra) ? { ...out, extra: currentXhttp(out.extra) } : out
}

const serverXhttp = (xhttp: Block): Block => {
  const out = withoutKeys(currentXhttp(xhttp), xhttpClientKeys)
  return isBlock(out.extra) ? { ...out, extra: withoutKeys(out.extra, xhttpClientKeys) } : out
}

/**
 * The core refuses the keys `header` and `seed`, a zero, and a window below one packet, and with each the whole
 * configuration: what is not set is left to it.
 */
function serverKcp(kcp: Block): Block {
  const unset = ['mtu', 'tti', 'cwndMultiplier', 'maxSendingWindow'].filter((key) => kcp[key] === 0)
  const window = isWindowTooSmall(kcp) ? ['maxSendingWindow'] : []
  return withoutKeys(kcp, ['header', 'seed', ...unset, ...window])
}

const transportFor: Readonly<Record<string, (settings: Block) => Block>> = {
  xhttp: serverXhttp,
  kcp: serverKcp,
  // The rest is what clients say.
  masque: ({ path }) => (path ? { path } : {}),
  // A shared `auth` would let anybody in, uncounted, while the inbound has no client.
  hysteria: (hysteria) => ({ ...withoutKeys(hysteria, ['auth', 'version']), version: 2 }),
}

const hasCertificate = (row: unknown): boolean => {
  if (!isBlock(row)) return false
  const { certificateFile, certificate } = row
  return Boolean(certificateFile) || (Array.isArray(certificate) && certificate.length > 0)
}

/** Drops link-only hints, and empty certificate rows, which would keep the core from starting. */
function serverTls(tls: Block): Block {
  const out = withoutKeys(tls, ['settings', 'allowInsecure'])
  return Array.isArray(out.certificates)
    ? { ...out, certificates: out.certificates.filter(hasCertificate) }
    : out
}

function securityBlock(stream: Block): Block {
  const security = securityOf(stream)
  if (security === 'tls') return { tlsSettings: serverTls(blockAt(stream, 'tlsSettings')) }
  if (security !== 'reality') return {}
  return { realitySettings: withoutKeys(blockAt(stream, 'realitySettings'), ['settings']) }
}

/** Non-empty masks only. With Reality, a TCP mask crashes the core. */
function masks(stream: Block): Block {
  if (!isBlock(stream.finalmask)) return {}
  const mask = securityOf(stream) === 'reality' ? withoutKeys(stream.finalmask, ['tcp']) : stream.finalmask
  return Object.keys(mask).length > 0 ? { finalmask: mask } : {}
}

/** The core parses every block, so only those of the chosen transport and security are kept. */
const ours = new Set([
  ...networks.map((network) => `${network}Settings`),
  ...['network', 'method', 'security', 'tlsSettings', 'realitySettings', 'finalmask', 'externalProxy'],
])

/** `streamSettings` for the core; undefined if there is nothing to send. */
export function coreStream(protocol: Protocol, written: Block): Block | undefined {
  const { stream: kind } = protocolTraits[protocol]
  if (kind === 'none') return undefined
  const stream = canonicalStream(written)
  const rest = Object.fromEntries(Object.entries(stream).filter(([key, v]) => !ours.has(key) && v !== null))
  if (kind === 'socket') {
    const out = { ...masks(stream), ...(isBlock(rest.sockopt) && { sockopt: rest.sockopt }) }
    return Object.keys(out).length > 0 ? out : undefined
  }
  const network = networkOf(stream)
  const transport = blockAt(stream, `${network}Settings`)
  const clean = Object.hasOwn(transportFor, network) ? transportFor[network]!(transport) : transport
  return {
    network,
    security: securityOf(stream),
    [`${network}Settings`]: clean,
    ...securityBlock(stream),
    ...masks(stream),
    ...rest,
  }
}
