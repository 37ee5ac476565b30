import type { Block } from '#contract/inbound.ts'
import { sharedCredential } from '#domain/clients/credentials.ts'
import { Refusal } from '#domain/refusal.ts'
import { hasOpenPeer, keysOfInbound } from '#domain/wireguard/peers.ts'
import {
  addressesOn,
  createAddressBook,
  hasAddresses,
  hasRoom,
  poolSpans,
  type Span,
  spansOf,
  takenByInbound,
  windowIn,
} from '#domain/wireguard/pool.ts'
import { parseBlock } from '../platform/db/json.ts'
import type { Reader } from '../store/open.ts'
import { toClient } from '../store/rows/client.ts'
import { readInChunks, type Sets } from '../store/sets.ts'
import { addressRows } from './address-rows.ts'
import type { Draft, Refused } from './conflicts.ts'
import type { Target } from './find.ts'

type Book = ReturnType<typeof createAddressBook>

interface Tunnel {
  tag: string
  settings: Block
  book: Book
  /** Who has which key. */
  keys: Map<string, string>
}
type Tunnels = ReadonlyMap<number, Tunnel>

const tunnelsOf = (d: Draft, targets: ReadonlyMap<number, Target>): number[] =>
  d.inboundIds.filter((id) => targets.get(id)?.protocol === 'wireguard')

const stored = ({ known }: Draft) => known && toClient(known.row)
const listOf = (allowedIPs: string): string[] => (allowedIPs === '' ? [] : allowedIPs.split(','))

/** Whether it comes to a tunnel, has another key or other addresses there, or has none yet. */
function joins(d: Draft, tunnels: readonly number[]): boolean {
  if (tunnels.length === 0) return false
  const before = stored(d)
  if (!before || before.publicKey !== d.next.publicKey || before.allowedIPs !== d.next.allowedIPs) return true
  return d.next.allowedIPs === '' || tunnels.some((id) => id === d.anew || !d.known?.inboundIds.includes(id))
}

/** Only where the request says nothing: what an operator enters is kept. */
function lacksAddresses(d: Draft, { settings }: Tunnel): boolean {
  const { allowedIPs } = d.next
  if (allowedIPs === '') return true
  return stored(d)?.allowedIPs === allowedIPs && !hasAddresses(settings, allowedIPs)
}

/** Has the keys of the inbound and of its peers: no email. */
const ofInbound = ''

/** Looked at beyond those that are needed: some may be taken. */
const spare = 64

/**
 * Gives clients that join a WireGuard inbound their addresses, and refuses addresses and keys that somebody else has there.
 * What is taken is read only if somebody joins, and only what may be in the way (ADR 145).
 */
export function createAddresses({ among, ...sets }: Sets) {
  const rows = addressRows({ among, ...sets })
  /** Where the last search in a pool ended. Only a place to begin: what is free is always read. */
  const hints = new Map<string, string>()
  const keyOf = ({ low, high }: Span) => `${low} ${high}`

  async function readTunnels(tx: Reader, ids: readonly number[]): Promise<Tunnels> {
    const inbounds = tx.selectFrom('inbounds').select(['id', 'tag', 'settings']).where(among('id', ids))
    const found = (await inbounds.execute()).map(({ id, tag, settings }) => {
      const tunnel = { tag, settings: parseBlock(settings), book: createAddressBook(), keys: new Map() }
      tunnel.book.claim(tag, takenByInbound(tunnel.settings))
      for (const key of keysOfInbound(tunnel.settings)) tunnel.keys.set(key, ofInbound)
      return [id, tunnel] as const
    })
    return new Map(found)
  }

  /** Clients that have one of these addresses or keys. */
  async function readOwners(tx: Reader, joining: readonly Draft[]) {
    const spans = joining.flatMap(({ next }) => spansOf(listOf(next.allowedIPs)))
    const owners = [...new Set((await rows.overlapping(tx, spans)).map((row) => row.client_id))]
    const keys = [...new Set(joining.map(({ next }) => next.publicKey))].filter((key) => key !== '')
    const query = () =>
      tx
        .selectFrom('clients as c')
        .innerJoin('client_inbounds as ci', 'ci.client_id', 'c.id')
        .select(['c.id', 'c.email', 'c.wg_public_key', 'c.wg_allowed_ips', 'ci.inbound_id'])
    const byId = await readInChunks(owners, (part) => query().where(among('c.id', part)).execute())
    const byKey = await readInChunks(keys, (part) =>
      query()
        .where(among('c.wg_public_key', part))
        .where('c.wg_public_key', '<>', '') // lets the planner use the partial index
        .execute(),
    )
    return [...byId, ...byKey]
  }

  /** Puts into the book what is taken where the next free addresses of a pool are looked for. */
  async function openPool(tx: Reader, pool: Span, wanted: number, inTheWay: readonly Span[], book: Book) {
    const from = hints.get(keyOf(pool))
    const window = from === undefined ? undefined : windowIn(pool, from, wanted + spare)
    const taken = window ? await rows.overlapping(tx, [window]) : []
    if (window && hasRoom(window, [...taken, ...inTheWay], wanted)) {
      book.beginAt(pool, window.low)
      book.claimSpans('', taken)
    } else book.claimSpans('', await rows.overlapping(tx, [pool]))
  }

  /** A book in which everybody who lacks an address finds one, if the pools have any. */
  async function openPools(
    tx: Reader,
    lacking: ReadonlyMap<Draft, Tunnel[]>,
    tunnels: Tunnels,
    entered: string[],
  ) {
    const book = createAddressBook()
    for (const { tag, settings } of tunnels.values()) book.claim(tag, takenByInbound(settings))
    const inTheWay = spansOf([
      ...entered,
      ...[...tunnels.values()].flatMap(({ settings }) => takenByInbound(settings)),
    ])
    const wanted = new Map<string, { pool: Span; count: number }>()
    for (const pool of [...lacking.values()].flat().flatMap(({ settings }) => poolSpans(settings)))
      wanted.set(keyOf(pool), { pool, count: (wanted.get(keyOf(pool))?.count ?? 0) + 1 })
    for (const { pool, count } of wanted.values()) await openPool(tx, pool, count, inTheWay, book)
    return { book, pools: [...wanted.values()].map(({ pool }) => pool) }
  }

  return async (
    tx: Reader,
    drafts: readonly Draft[],
    targets: ReadonlyMap<number, Target>,
    refused: Refused,
  ) => {
    const joining = drafts.filter((d) => !refused.has(d) && joins(d, tunnelsOf(d, targets)))
    if (joining.length === 0) return
    const tunnels = await readTunnels(tx, [...new Set(joining.flatMap((d) => tunnelsOf(d, targets)))])
    const on = (d: Draft): Tunnel[] => tunnelsOf(d, targets).flatMap((id) => tunnels.get(id) ?? [])
    const own = new Set(joining.flatMap(({ known }) => known?.row.id ?? []))
    for (const row of await readOwners(tx, joining)) {
      const tunnel = own.has(row.id) ? undefined : tunnels.get(row.inbound_id)
      tunnel?.book.claim(row.email, addressesOn(tunnel.settings, listOf(row.wg_allowed_ips).join()))
      tunnel?.keys.set(row.wg_public_key, row.email)
    }
    const lacking = new Map(joining.map((d) => [d, on(d).filter((tunnel) => lacksAddresses(d, tunnel))]))
    const entered = joining.flatMap(({ next }) => listOf(next.allowedIPs))
    const { book, pools } = await openPools(tx, lacking, tunnels, entered)
    book.claim('', entered)
    for (const d of joining) {
      const why = settle(d, on(d), lacking.get(d) ?? [], book)
      if (why) refused.set(d, why)
    }
    for (const pool of pools) hints.set(keyOf(pool), book.next(pool))
  }
}

/** Why the draft cannot join; else it has its addresses. */
function settle(d: Draft, on: readonly Tunnel[], lacking: readonly Tunnel[], everywhere: Book) {
  const list = listOf(d.next.allowedIPs)
  for (const { tag, settings } of lacking) {
    const free = everywhere.free(settings, list)
    if (!free) return new Refusal('client.wireguard-pool-used-up', { tag }, 'inboundIds')
    everywhere.claim(d.next.email, free)
    list.push(...free)
  }
  const allowedIPs = list.join()
  for (const { tag, settings, book, keys } of on) {
    if (hasOpenPeer(settings)) return new Refusal('client.wireguard-open-peer', { tag }, 'inboundIds')
    const owner = keys.get(d.next.publicKey)
    if (owner === ofInbound) return new Refusal('client.wireguard-key-of-inbound', { tag }, 'publicKey')
    if (owner !== undefined) return sharedCredential(owner)
    const email = book.ownerOf(addressesOn(settings, allowedIPs))
    if (email !== undefined)
      return new Refusal('client.wireguard-address-taken', { email, tag }, 'allowedIPs')
  }
  if (allowedIPs !== d.next.allowedIPs) d.next = { ...d.next, allowedIPs }
  for (const { settings, book, keys } of on) {
    book.claim(d.next.email, addressesOn(settings, allowedIPs))
    keys.set(d.next.publicKey, d.next.email)
  }
  return undefined
}
