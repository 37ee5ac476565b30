import { Refusal } from '#domain/refusal.ts'
import { textAt } from '#domain/untyped.ts'
import { publicKeyOf } from '#domain/wireguard/keys.ts'
import { hasOpenPeer, keysOfInbound } from '#domain/wireguard/peers.ts'
import { addressesOn, createAddressBook, spansOf, takenByInbound } from '#domain/wireguard/pool.ts'
import { parseBlock } from '../platform/db/json.ts'
import type { Tx } from '../store/open.ts'
import { readInChunks, type Sets } from '../store/sets.ts'
import { addressRows } from './address-rows.ts'

/**
 * A WireGuard inbound as it is stored now must leave its clients what they have: no peer of its settings, and not the
 * inbound itself, has the key or an address of one. Only those who may be concerned are read.
 */
export function createTunnelCheck(sets: Sets) {
  const rows = addressRows(sets)

  async function concerned(tx: Tx, id: number, addresses: readonly string[], keys: readonly string[]) {
    const owners = (await rows.overlapping(tx, spansOf(addresses))).map((row) => row.client_id)
    const query = () =>
      tx
        .selectFrom('clients as c')
        .innerJoin('client_inbounds as ci', 'ci.client_id', 'c.id')
        .select(['c.email', 'c.wg_public_key', 'c.wg_allowed_ips'])
        .where('ci.inbound_id', '=', id)
    const byAddress = await readInChunks([...new Set(owners)], (part) =>
      query().where(sets.among('c.id', part)).execute(),
    )
    const byKey = await readInChunks(keys, (part) =>
      query()
        .where(sets.among('c.wg_public_key', part))
        .where('c.wg_public_key', '<>', '') // lets the planner use the partial index
        .execute(),
    )
    return [...byAddress, ...byKey]
  }

  const hasClients = async (tx: Tx, id: number): Promise<boolean> =>
    (
      await tx
        .selectFrom('client_inbounds')
        .select('client_id')
        .where('inbound_id', '=', id)
        .limit(1)
        .execute()
    ).length > 0

  return async function refuseTaken(tx: Tx, id: number): Promise<void> {
    const row = await tx
      .selectFrom('inbounds')
      .select(['tag', 'settings'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const settings = parseBlock(row.settings)
    if (hasOpenPeer(settings) && (await hasClients(tx, id)))
      throw new Refusal('client.wireguard-open-peer', { tag: row.tag }, 'settings.peers')
    const [addresses, keys] = [takenByInbound(settings), keysOfInbound(settings)]
    const book = createAddressBook()
    book.claim(row.tag, addresses)
    const own = publicKeyOf(textAt(settings, 'secretKey'))
    for (const { email, wg_public_key, wg_allowed_ips } of await concerned(tx, id, addresses, keys)) {
      if (keys.includes(wg_public_key)) {
        const field = wg_public_key === own ? 'settings.secretKey' : 'settings.peers'
        throw new Refusal('inbound.wireguard-key-taken', { email }, field)
      }
      if (book.ownerOf(addressesOn(settings, wg_allowed_ips)) !== undefined)
        throw new Refusal('inbound.wireguard-address-taken', { email }, 'settings.address')
    }
  }
}
