import type { Block } from '#contract/inbound.ts'
import { sharedCredential } from '#domain/clients/credentials.ts'
import { Refusal } from '#domain/refusal.ts'
import { addressesOn, createAddressBook, hasAddresses, takenByInbound } from '#domain/wireguard/pool.ts'
import { parseBlock } from '../platform/db/json.ts'
import type { Tx } from '../store/open.ts'
import { toClient } from '../store/rows/client.ts'
import type { Sets } from '../store/sets.ts'
import type { Draft, Refused } from './conflicts.ts'
import type { Target } from './find.ts'

interface Tunnel {
  tag: string
  settings: Block
  book: ReturnType<typeof createAddressBook>
  /** Who has which key. */
  keys: Map<string, string>
}

const tunnelsOf = (d: Draft, targets: ReadonlyMap<number, Target>): number[] =>
  d.inboundIds.filter((id) => targets.get(id)?.protocol === 'wireguard')

const stored = ({ known }: Draft) => known && toClient(known.row)

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

/**
 * Gives clients that join a WireGuard inbound their addresses, and refuses addresses and keys that somebody else has there.
 * What is taken is read only if somebody joins (ADR 145).
 */
export function createAddresses({ among }: Sets) {
  async function readTunnels(tx: Tx, ids: readonly number[], leftOut: ReadonlySet<number>) {
    const everywhere = createAddressBook()
    const tunnels = new Map<number, Tunnel>()
    const inbounds = tx.selectFrom('inbounds').select(['id', 'tag', 'settings']).where(among('id', ids))
    for (const { id, tag, settings } of await inbounds.execute()) {
      const tunnel = { tag, settings: parseBlock(settings), book: createAddressBook(), keys: new Map() }
      const taken = takenByInbound(tunnel.settings)
      for (const book of [everywhere, tunnel.book]) book.claim(tag, taken)
      tunnels.set(id, tunnel)
    }
    const rows = await tx
      .selectFrom('clients as c')
      .leftJoin('client_inbounds as ci', 'ci.client_id', 'c.id')
      .select(['c.id', 'c.email', 'c.wg_public_key', 'c.wg_allowed_ips', 'ci.inbound_id'])
      .where('c.wg_public_key', '<>', '')
      .execute()
    for (const row of rows) {
      if (leftOut.has(row.id)) continue
      everywhere.claim(row.email, row.wg_allowed_ips.split(','))
      const tunnel = tunnels.get(row.inbound_id ?? 0)
      tunnel?.book.claim(row.email, addressesOn(tunnel.settings, row.wg_allowed_ips))
      tunnel?.keys.set(row.wg_public_key, row.email)
    }
    return { everywhere, tunnels }
  }

  return async (tx: Tx, drafts: readonly Draft[], targets: ReadonlyMap<number, Target>, refused: Refused) => {
    const joining = drafts.filter((d) => !refused.has(d) && joins(d, tunnelsOf(d, targets)))
    if (joining.length === 0) return
    const ids = [...new Set(joining.flatMap((d) => tunnelsOf(d, targets)))]
    const own = new Set(joining.flatMap(({ known }) => known?.row.id ?? []))
    const { everywhere, tunnels } = await readTunnels(tx, ids, own)

    /** Why the draft cannot join; else it has its addresses. */
    function settle(d: Draft): Refusal | undefined {
      const on = tunnelsOf(d, targets).flatMap((id) => tunnels.get(id) ?? [])
      const list = d.next.allowedIPs === '' ? [] : d.next.allowedIPs.split(',')
      for (const { tag, settings } of on.filter((tunnel) => lacksAddresses(d, tunnel))) {
        const free = everywhere.free(settings, list)
        if (!free) return new Refusal('client.wireguard-pool-used-up', { tag }, 'inboundIds')
        list.push(...free)
      }
      const allowedIPs = list.join()
      for (const { tag, settings, book, keys } of on) {
        const email = keys.get(d.next.publicKey)
        if (email !== undefined) return sharedCredential(email)
        const owner = book.ownerOf(addressesOn(settings, allowedIPs))
        if (owner !== undefined)
          return new Refusal('client.wireguard-address-taken', { email: owner, tag }, 'allowedIPs')
      }
      if (allowedIPs !== d.next.allowedIPs) d.next = { ...d.next, allowedIPs }
      everywhere.claim(d.next.email, list)
      for (const { settings, book, keys } of on) {
        book.claim(d.next.email, addressesOn(settings, allowedIPs))
        keys.set(d.next.publicKey, d.next.email)
      }
      return undefined
    }

    for (const d of joining) {
      const why = settle(d)
      if (why) refused.set(d, why)
    }
  }
}
