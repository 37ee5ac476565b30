import type { Block } from '#contract/inbound.ts'
import { type Path, valueAt, withValueAt } from '#domain/core-config/edit.ts'
import { textsAt } from '#domain/inbounds/stream.ts'
import { protocolOf, tagOf } from './template-outbounds.ts'

/** Protocols with a form; the others are entered as links or JSON. */
export const formProtocols = ['freedom', 'blackhole', 'dns', 'socks', 'http', 'wireguard'] as const
export type FormProtocol = (typeof formProtocols)[number]

/** All form fields, as typed. */
export interface OutboundValues {
  tag: string
  protocol: FormProtocol
  domainStrategy: string
  response: string
  network: string
  address: string
  port: string
  user: string
  pass: string
  secretKey: string
  addresses: string
  publicKey: string
  preSharedKey: string
  endpoint: string
  mtu: string
  reserved: string
}
export type FormField = Exclude<keyof OutboundValues, 'tag' | 'protocol'>
export const emptyOutbound: OutboundValues = {
  ...{ tag: '', protocol: 'freedom', domainStrategy: 'AsIs', response: 'none', network: '', address: '' },
  ...{ port: '', user: '', pass: '', secretKey: '', addresses: '', publicKey: '', preSharedKey: '' },
  ...{ endpoint: '', mtu: '', reserved: '' },
}

/** The fields of each protocol, in form order. */
export const formFields = {
  freedom: ['domainStrategy'],
  blackhole: ['response'],
  dns: ['address', 'port', 'network'],
  socks: ['address', 'port', 'user', 'pass'],
  http: ['address', 'port', 'user', 'pass'],
  wireguard: ['endpoint', 'publicKey', 'secretKey', 'addresses', 'preSharedKey', 'reserved', 'mtu'],
} as const satisfies Record<FormProtocol, readonly FormField[]>

type Kind = 'text' | 'number' | 'list' | 'numbers'
const kinds: Partial<Record<FormField, Kind>> = {
  port: 'number',
  mtu: 'number',
  addresses: 'list',
  reserved: 'numbers',
}

/** The core accepts a single server or a list; an outbound keeps the form it has. */
const serverAt = (outbound: Block): Path =>
  valueAt(outbound, ['settings', 'address']) === undefined ? ['settings', 'servers', 0] : ['settings']
const accountAt = (outbound: Block): Path => {
  const server = serverAt(outbound)
  return server.length === 1 ? server : [...server, 'users', 0]
}
const byProxy = {
  address: (o: Block) => [...serverAt(o), 'address'],
  port: (o: Block) => [...serverAt(o), 'port'],
  user: (o: Block) => [...accountAt(o), 'user'],
  pass: (o: Block) => [...accountAt(o), 'pass'],
}
/** Current cores accept alternative names for these three. */
const dnsAt = (name: string, other: string) => (o: Block) => [
  'settings',
  valueAt(o, ['settings', other]) === undefined ? name : other,
]
const peer: Path = ['settings', 'peers', 0]

type Paths = { [P in FormProtocol]: Record<(typeof formFields)[P][number], (outbound: Block) => Path> }
const paths: Paths = {
  freedom: { domainStrategy: () => ['settings', 'domainStrategy'] },
  blackhole: { response: () => ['settings', 'response', 'type'] },
  dns: {
    address: dnsAt('address', 'rewriteAddress'),
    port: dnsAt('port', 'rewritePort'),
    network: dnsAt('network', 'rewriteNetwork'),
  },
  socks: byProxy,
  http: byProxy,
  wireguard: {
    endpoint: () => [...peer, 'endpoint'],
    publicKey: () => [...peer, 'publicKey'],
    preSharedKey: () => [...peer, 'preSharedKey'],
    secretKey: () => ['settings', 'secretKey'],
    addresses: () => ['settings', 'address'],
    reserved: () => ['settings', 'reserved'],
    mtu: () => ['settings', 'mtu'],
  },
}
const pathsOf = (protocol: FormProtocol): [FormField, (outbound: Block) => Path][] =>
  Object.entries(paths[protocol]) as [FormField, (outbound: Block) => Path][] // the table's own keys

const shown = (value: unknown): string =>
  Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : ''
const parts = (text: string): string[] =>
  textsAt({ v: text }, 'v')
    .map((t) => t.trim())
    .filter(Boolean)

function stored(field: FormField, text: string): unknown {
  if (text.trim() === '') return undefined
  const kind = kinds[field] ?? 'text'
  if (kind === 'number') return Number(text)
  if (kind === 'text') return text.trim()
  return kind === 'list' ? parts(text) : parts(text).map(Number)
}

export const formProtocolOf = (outbound: Block): FormProtocol | undefined =>
  formProtocols.find((p) => p === protocolOf(outbound))

/** The form values of an outbound; undefined if it has no form. */
export function readOutbound(outbound: Block): OutboundValues | undefined {
  const protocol = formProtocolOf(outbound)
  if (!protocol) return undefined
  const values = { ...emptyOutbound, tag: tagOf(outbound), protocol }
  for (const [field, path] of pathsOf(protocol))
    values[field] = shown(valueAt(outbound, path(outbound))) || emptyOutbound[field]
  return values
}

/** Keeps everything the form does not cover. */
export function writeOutbound(old: Block, values: OutboundValues): Block {
  const fresh = old.protocol === undefined && values.protocol === 'wireguard'
  let next = withValueAt({ ...old, tag: values.tag }, ['protocol'], values.protocol)
  for (const [field, path] of pathsOf(values.protocol))
    next = withValueAt(next, path(next), stored(field, values[field]))
  if (values.protocol === 'blackhole' && values.response === 'none')
    next = withValueAt(next, ['settings', 'response'], undefined)
  if (['socks', 'http'].includes(values.protocol) && values.user.trim() === '') next = withoutAccount(next)
  if (!fresh) return next
  next = withValueAt(next, [...peer, 'allowedIPs'], ['0.0.0.0/0', '::/0'])
  return withValueAt(next, ['settings', 'noKernelTun'], true)
}

const withoutAccount = (outbound: Block): Block => {
  const server = serverAt(outbound)
  if (server.length > 1) return withValueAt(outbound, [...server, 'users'], undefined)
  return withValueAt(withValueAt(outbound, ['settings', 'user'], undefined), ['settings', 'pass'], undefined)
}

export type FieldProblem = 'needed' | 'port' | 'key' | 'endpoint' | 'reserved' | 'mtu'
const isPort = (text: string) => /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 65_535
const isKey = (text: string) => /^[A-Za-z0-9+/]{43}=$/.test(text.trim())

/** What the core would refuse, by field. */
export function problemsOf(values: OutboundValues): Partial<Record<FormField, FieldProblem>> {
  const { protocol, address, port, mtu, reserved } = values
  const found: Partial<Record<FormField, FieldProblem>> = {}
  if (protocol === 'socks' || protocol === 'http') {
    if (address.trim() === '') found.address = 'needed'
    if (!isPort(port)) found.port = 'port'
  }
  if (protocol === 'dns' && port.trim() !== '' && !isPort(port)) found.port = 'port'
  if (protocol !== 'wireguard') return found
  if (!/^(\[[^\]]+\]|[^:\s]+):\d{1,5}$/.test(values.endpoint.trim())) found.endpoint = 'endpoint'
  for (const key of ['publicKey', 'secretKey'] as const) if (!isKey(values[key])) found[key] = 'key'
  if (values.preSharedKey.trim() !== '' && !isKey(values.preSharedKey)) found.preSharedKey = 'key'
  if (mtu.trim() !== '' && !/^\d{3,5}$/.test(mtu.trim())) found.mtu = 'mtu'
  const bytes = parts(reserved).map(Number)
  if (
    bytes.length > 0 &&
    !(bytes.length === 3 && bytes.every((n) => Number.isInteger(n) && n >= 0 && n < 256))
  )
    found.reserved = 'reserved'
  return found
}
