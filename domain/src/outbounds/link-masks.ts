import type { Block } from '#contract/inbound.ts'
import { Refusal } from '#domain/refusal.ts'
import { foldedAt, isBlock } from '#domain/untyped.ts'
import { type Field, fields, flag, list, oneOf, part, range, text, texts, whole } from './link-fields.ts'

const delay = range(0, 10_000)
const byte = whole(0, 255)

/** Bytes as a list of numbers, or as text in one of the core's encodings. */
const packet: Field = (value, name) =>
  Array.isArray(value) ? list(byte, 8_192)(value, name) : text(16_384)(value, name)

const written = {
  randRange: range(0, 255),
  type: oneOf('array', 'str', 'hex', 'base64'),
  packet,
} as const
/** Custom header items, without their expression language: its effects in the core have not been reviewed. */
const item = {
  ...written,
  rand: whole(0, 8_192),
  capture: text(64, /^\w*$/),
  reuse: text(64, /^\w*$/),
} as const
const tcpItem = fields({ ...item, delay })
const udpItem = fields(item)

const sudoku = fields({
  password: text(256),
  ascii: text(64),
  customTable: text(256),
  customTables: texts(text(256), 32),
  paddingMin: whole(0, 100),
  paddingMax: whole(0, 100),
})

const tcpMasks: Readonly<Record<string, ReturnType<typeof fields>>> = {
  fragment: fields({
    packets: text(32, /^(?:tlshello|[1-9]\d{0,5}(?:-[1-9]\d{0,5})?)$/i),
    length: range(1, 65_535),
    delay,
    lengths: list(range(1, 65_535), 64),
    delays: list(delay, 64),
    maxSplit: range(0, 65_535),
  }),
  'header-custom': fields({
    clients: list(list(tcpItem, 32), 32),
    servers: list(list(tcpItem, 32), 32),
    errors: list(list(tcpItem, 32), 32),
  }),
  sudoku,
}

const udpMasks: Readonly<Record<string, ReturnType<typeof fields>>> = {
  'mkcp-legacy': fields({
    header: oneOf('dns', 'dtls', 'srtp', 'utp', 'wechat', 'wireguard'),
    value: text(256),
  }),
  noise: fields({
    reset: range(0, 86_400),
    noise: list(fields({ ...written, rand: range(0, 8_192), delay }), 32),
  }),
  salamander: fields({ password: text(256), packetSize: range(1, 2_048) }),
  'header-custom': fields({
    mode: oneOf('prefix', 'standalone'),
    client: list(udpItem, 32),
    server: list(udpItem, 32),
  }),
  sudoku,
}

/** An unknown mask type (some contact servers of their own) rejects the link. */
const mask =
  (kinds: typeof tcpMasks): Field =>
  (value, name) => {
    const type = isBlock(value) ? foldedAt(value, 'type') : undefined
    const settings = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined
    if (!isBlock(value) || !settings) throw new Refusal('share-link.mask-not-allowed', { name })
    const read = part(settings)(foldedAt(value, 'settings'), name)
    return { type, ...(read !== undefined && { settings: read }) }
  }

const orNumber =
  (read: Field): Field =>
  (value, name) =>
    read(typeof value === 'number' ? `${value}` : value, name)
const orZero =
  (read: Field): Field =>
  (value, name) =>
    value === 0 ? undefined : read(value, name)

const bandwidth = orNumber(text(24, /^\d{1,12}(?:\.\d{1,6})?\s*(?:[kmgt]?b?(?:ps)?)$/i))
const receiveWindow = orZero(whole(16_384, 268_435_456))
const hopPorts = orNumber(text(256, /^\d{1,5}(?:-\d{1,5})?(?:\s*,\s*\d{1,5}(?:-\d{1,5})?)*$/))

const quicParams = fields({
  congestion: oneOf('reno', 'bbr', 'brutal', 'force-brutal'),
  bbrProfile: oneOf('conservative', 'standard', 'aggressive'),
  brutalUp: bandwidth,
  brutalDown: bandwidth,
  udpHop: part(fields({ ports: hopPorts, interval: orZero(range(5, 86_400)) })),
  initStreamReceiveWindow: receiveWindow,
  maxStreamReceiveWindow: receiveWindow,
  initConnectionReceiveWindow: receiveWindow,
  maxConnectionReceiveWindow: receiveWindow,
  maxIdleTimeout: orZero(whole(4, 120)),
  keepAlivePeriod: orZero(whole(2, 60)),
  disablePathMTUDiscovery: flag,
  disableChromeParrot: flag,
  disableGSO: flag,
  brutalDisableLossCompensation: flag,
  disableStatelessReset: flag,
  maxIncomingStreams: orZero(whole(8, 65_536)),
})

const finalmask = fields({
  tcp: list(mask(tcpMasks), 8),
  udp: list(mask(udpMasks), 8),
  quicParams: part(quicParams),
})

/** Masks a link may use. With Reality a TCP mask crashes the core, and so does brutal without Hysteria. */
export function linkMasks(value: unknown, stream: { network: string; security: string }): Block {
  const { tcp, udp, quicParams: quic, ...rest } = finalmask(value, 'finalmask')
  const isEmpty = (masks: unknown) => !Array.isArray(masks) || masks.length === 0
  if (isBlock(quic) && quic.congestion === 'brutal' && stream.network !== 'hysteria')
    throw new Refusal('share-link.congestion-hysteria-only')
  return {
    ...rest,
    ...(stream.security !== 'reality' && !isEmpty(tcp) && { tcp }),
    ...(!isEmpty(udp) && { udp }),
    ...(quic !== undefined && { quicParams: quic }),
  }
}
