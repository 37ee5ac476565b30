import { setImmediate } from 'node:timers/promises'
import type { GeoEntry, GeoKind } from '#contract/geo-api.ts'
import { BrokenMessage, fieldsOf } from './wire-reader.ts'

const decoder = new TextDecoder()
const kinds = ['keyword', 'regexp', 'domain', 'full'] as const

const textOf = (value: number | Uint8Array) => (typeof value === 'number' ? '' : decoder.decode(value))

/** Field 2 is the prefix (a number) of a network, or the name of a domain. 0.0.0.0/0 leaves the zero out. */
function kindOf(entry: Uint8Array): GeoKind | undefined {
  for (const { id, value } of fieldsOf(entry))
    if (id === 2) return typeof value === 'number' ? 'geoip' : 'geosite'
  return undefined
}

/** Fields that are read before other work gets its turn. */
const FIELDS_AT_ONCE = 10_000
const MOST_ATTRIBUTES = 1_000

/**
 * One category: GeoSite { code = 1, domain = 2 } or GeoIP { code = 1, cidr = 2 }. With pauses for other work: it may have
 * millions of entries.
 */
export async function summarise(bytes: Uint8Array) {
  let code = ''
  let entries = 0
  let seen = 0
  let kind: GeoKind | undefined
  const attributes = new Set<string>()
  for (const { id, value } of fieldsOf(bytes)) {
    if (++seen % FIELDS_AT_ONCE === 0) await setImmediate()
    if (attributes.size > MOST_ATTRIBUTES) throw new BrokenMessage('a category has too many attributes')
    if (id === 1) code = textOf(value)
    if (id !== 2) continue
    if (typeof value === 'number') throw new BrokenMessage('it is no list of domains or networks')
    entries++
    kind ??= kindOf(value)
    if (kind === 'geosite') for (const name of attributesOf(value)) attributes.add(name)
  }
  if (code === '') throw new BrokenMessage('a category has no name')
  return { code, kind: kind ?? 'geoip', entries, attributes: [...attributes].sort() }
}

function* attributesOf(entry: Uint8Array): Generator<string> {
  for (const { id, value } of fieldsOf(entry)) {
    if (id !== 3 || typeof value === 'number') continue
    for (const field of fieldsOf(value)) if (field.id === 1) yield textOf(field.value)
  }
}

/** The entries one by one, in the notation people use. */
export function* entriesOf(bytes: Uint8Array, kind: GeoKind): Generator<GeoEntry> {
  for (const { id, value } of fieldsOf(bytes)) {
    if (id !== 2 || typeof value === 'number') continue
    yield kind === 'geoip' ? network(value) : domain(value)
  }
}

function domain(bytes: Uint8Array): GeoEntry {
  let [type, value] = [0, '']
  const attributes: string[] = []
  for (const field of fieldsOf(bytes)) {
    if (field.id === 1 && typeof field.value === 'number') type = field.value
    if (field.id === 2) value = textOf(field.value)
  }
  for (const name of attributesOf(bytes)) attributes.push(` @${name}`)
  return { kind: kinds[type] ?? 'keyword', value: value + attributes.join('') }
}

function network(bytes: Uint8Array): GeoEntry {
  let [address, prefix] = ['', 0]
  for (const field of fieldsOf(bytes)) {
    if (field.id === 1 && typeof field.value !== 'number') address = addressOf(field.value)
    if (field.id === 2 && typeof field.value === 'number') prefix = field.value
  }
  return { kind: 'cidr', value: `${address}/${prefix}` }
}

function addressOf(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.')
  if (bytes.length !== 16) throw new BrokenMessage('it holds an address of no known length')
  const groups = Array.from({ length: 8 }, (_, i) => (bytes[2 * i]! * 256 + bytes[2 * i + 1]!).toString(16))
  // The WHATWG URL parser writes an address in its shortest form.
  return new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1)
}
