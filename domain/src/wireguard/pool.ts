import type { Block } from '#contract/inbound.ts'
import { plainAddress } from '#domain/net/address.ts'
import { type Cidr, inCidr, parseCidr } from '#domain/net/cidr.ts'
import { Refusal } from '#domain/refusal.ts'
import { asBlocks, textsAt } from '#domain/untyped.ts'
import { listIn } from '../texts.ts'

/** What the core takes as its own address if the inbound names none; the core's IPv6 address is not given to clients. */
const usualAddress = '10.0.0.1'
/** Without a length the pool is the network that such an address is usually in. */
const usualBits: Readonly<Record<number, number>> = { 4: 16, 16: 64 }
const mostAddresses = 16
/** What a client sends into the tunnel: everything. */
export const everyAddress: readonly string[] = ['0.0.0.0/0', '::/0']

const widthOf = ({ bytes }: Cidr): number => bytes.length * 8
const numberIn = (bytes: readonly number[]): bigint =>
  bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
const bytesIn = (value: bigint, length: number): number[] =>
  Array.from({ length }, (_, i) => Number((value >> BigInt(8 * (length - 1 - i))) & 255n))

/** The first and last address of a network, as numbers; IPv4 and IPv6 are apart. */
function rangeOf(cidr: Cidr) {
  const rest = BigInt(widthOf(cidr) - cidr.bits)
  const first = (numberIn(cidr.bytes) >> rest) << rest
  return { width: widthOf(cidr), first, last: first + (1n << rest) - 1n }
}
type Range = ReturnType<typeof rangeOf>

/** A network's first and last address, as texts that a database sorts as the addresses. */
export interface Span {
  low: string
  high: string
}

const sortable = (width: number, address: bigint): string =>
  (width === 32 ? '4' : '6') + address.toString(16).padStart(width / 4, '0')
const spanOf = ({ width, first, last }: Range): Span => ({
  low: sortable(width, first),
  high: sortable(width, last),
})
const rangeIn = ({ low, high }: Span): Range => ({
  width: low.startsWith('4') ? 32 : 128,
  first: BigInt(`0x${low.slice(1)}`),
  last: BigInt(`0x${high.slice(1)}`),
})

const rangesOf = (allowedIPs: readonly string[]): Range[] =>
  allowedIPs.flatMap((text) => {
    const cidr = parseCidr(text)
    return cidr ? [rangeOf(cidr)] : []
  })
export const spansOf = (allowedIPs: readonly string[]): Span[] => rangesOf(allowedIPs).map(spanOf)

const written = (cidr: Cidr): string => {
  const { first } = rangeOf(cidr)
  return `${plainAddress(bytesIn(first, cidr.bytes.length))}/${cidr.bits}`
}

/** Addresses or networks separated by commas, each once, in one spelling. */
export function checkedAddresses(text: string, field: string): string {
  const entries = listIn(text).map((entry) => {
    const cidr = parseCidr(entry)
    if (!cidr || cidr.bits === 0)
      throw new Refusal('client.wireguard-address', { entry: entry.slice(0, 80) }, field)
    return written(cidr)
  })
  if (entries.length > mostAddresses)
    throw new Refusal('client.wireguard-addresses', { max: mostAddresses }, field)
  return [...new Set(entries)].join()
}

const ownAddresses = (settings: Block): Cidr[] => {
  const named = textsAt(settings, 'address').flatMap((text) => parseCidr(text.trim()) ?? [])
  return named.length > 0 ? named : [parseCidr(usualAddress) as Cidr] // an address
}

/** The networks from which an inbound's clients get addresses. */
const poolsOf = (settings: Block): Cidr[] =>
  ownAddresses(settings).map((own) =>
    own.bits < widthOf(own) ? own : { ...own, bits: usualBits[own.bytes.length] ?? own.bits },
  )

/** The same, as they are shown: `10.8.0.0/24`. */
export const poolTexts = (settings: Block): string[] => poolsOf(settings).map(written)

/** The inbound's own addresses as every version of the core takes them: without a length. */
export const serverAddresses = (settings: Block): string[] =>
  textsAt(settings, 'address').map((text) => text.trim().replace(/\/\d+$/, ''))

/** A client may be on several inbounds: its addresses on this one are those of its pool or, if none is, all. */
export function addressesOn(settings: Block, allowedIPs: string): string[] {
  const all = listIn(allowedIPs)
  if (all.length < 2) return all
  const pools = poolsOf(settings)
  const own = all.filter((text) => isInside(text, pools))
  return own.length > 0 ? own : all
}

function isInside(text: string, pools: readonly Cidr[]): boolean {
  const cidr = parseCidr(text)
  return cidr !== undefined && pools.some((pool) => cidr.bits >= pool.bits && inCidr(cidr.bytes, pool))
}

/** Of these, the addresses where a client can be: the core takes those inside its tunnel for places as well. */
export function outsideTunnel<T extends { ip: string }>(
  places: readonly T[],
  allowedIPs: string,
): readonly T[] {
  if (allowedIPs === '') return places
  const own = listIn(allowedIPs).flatMap((text) => parseCidr(text) ?? [])
  return places.filter(({ ip }) => !isInside(ip, own))
}

/** Whether it has an address of each family that the inbound's pool has. */
export const hasAddresses = (settings: Block, allowedIPs: string): boolean =>
  poolsOf(settings).every((pool) => listIn(allowedIPs).some((text) => isInside(text, [pool])))

const overlap = (a: Range, b: Range): boolean => a.width === b.width && a.first <= b.last && b.first <= a.last

/** Who has which addresses. */
export function createAddressBook() {
  const single = new Map<string, string>()
  const wide: { range: Range; owner: string }[] = []
  const cursors = new Map<string, bigint>()
  const keyOf = (range: Range): string => sortable(range.width, range.first)
  const poolKey = (range: Range): string => `${keyOf(range)} ${range.last}`

  function ownerOf(range: Range): string | undefined {
    const inWide = wide.find((entry) => overlap(entry.range, range))?.owner
    if (inWide !== undefined || range.first === range.last) return inWide ?? single.get(keyOf(range))
    const { low, high } = spanOf(range)
    for (const [key, owner] of single) if (low <= key && key <= high) return owner
    return undefined
  }

  const nextOf = (pool: Range): bigint => cursors.get(poolKey(pool)) ?? pool.first + 1n

  function freeIn(pool: Range): string | undefined {
    const { width } = pool
    for (let next = nextOf(pool); next <= lastGiven(pool); next++) {
      const range = { width, first: next, last: next }
      cursors.set(poolKey(pool), next)
      const owner = ownerOf(range)
      if (owner === undefined) return `${plainAddress(bytesIn(next, width / 8))}/${width}`
      // A whole network may be taken: its addresses are not looked at one by one.
      const around = wide.find((entry) => overlap(entry.range, range))
      if (around) next = around.range.last
    }
    return undefined
  }

  function claim(owner: string, ranges: readonly Range[]): void {
    for (const range of ranges) {
      if (range.first === range.last) single.set(keyOf(range), owner)
      else wide.push({ range, owner })
    }
  }

  return {
    /** Undefined if nobody has any of them. */
    ownerOf: (allowedIPs: readonly string[]): string | undefined =>
      rangesOf(allowedIPs)
        .map(ownerOf)
        .find((owner) => owner !== undefined),
    claim: (owner: string, allowedIPs: readonly string[]): void => claim(owner, rangesOf(allowedIPs)),
    claimSpans: (owner: string, spans: readonly Span[]): void => claim(owner, spans.map(rangeIn)),
    /** One address of each pool in which the client has none yet; undefined if a pool has no free one. */
    free(settings: Block, allowedIPs: readonly string[]): string[] | undefined {
      const found: string[] = []
      for (const pool of poolsOf(settings)) {
        if (allowedIPs.some((text) => isInside(text, [pool]))) continue
        const address = freeIn(rangeOf(pool))
        if (address === undefined) return undefined
        found.push(address)
      }
      return found
    },
    /** Addresses of this pool are looked for from here on. */
    beginAt: (pool: Span, low: string): void =>
      void cursors.set(poolKey(rangeIn(pool)), rangeIn({ low, high: low }).first),
    /** Where the next address of this pool is looked for. */
    next: (pool: Span): string => sortable(rangeIn(pool).width, nextOf(rangeIn(pool))),
  }
}

/** The first address names the network, and the last one of IPv4 means everybody in it. */
const lastGiven = ({ width, last }: Range): bigint => (width === 32 ? last - 1n : last)

/** The pools of an inbound. */
export const poolSpans = (settings: Block): Span[] => poolsOf(settings).map((pool) => spanOf(rangeOf(pool)))

/** So many addresses of a pool from this one on; undefined if the pool ends before. */
export function windowIn(pool: Span, low: string, size: number): Span | undefined {
  const { width, first } = rangeIn({ low, high: low })
  const last = first + BigInt(size) - 1n
  return last > lastGiven(rangeIn(pool)) ? undefined : spanOf({ width, first, last })
}

/** Whether so many addresses of the window are left; an address that is taken twice counts twice. */
export function hasRoom(window: Span, taken: readonly Span[], wanted: number): boolean {
  const { width, first, last } = rangeIn(window)
  let left = last - first + 1n
  for (const range of taken.map(rangeIn)) {
    if (!overlap(range, { width, first, last })) continue
    left -= (range.last < last ? range.last : last) - (range.first > first ? range.first : first) + 1n
  }
  return left >= BigInt(wanted)
}

/** What an inbound itself uses: its own addresses, and peers that are no clients. */
export const takenByInbound = (settings: Block): string[] => [
  ...ownAddresses(settings).map(({ bytes }) => plainAddress(bytes)),
  ...asBlocks(settings.peers)
    .flatMap((peer) => textsAt(peer, 'allowedIPs'))
    .filter((text) => (parseCidr(text)?.bits ?? 0) > 0), // one without a list has every address, which hinders nobody
]
