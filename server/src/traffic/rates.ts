import { type RawBuilder, sql } from 'kysely'
import { hundredths, mostMultiplier } from '#domain/traffic/charge.ts'
import type { RateOf } from '#domain/traffic/fold.ts'
import type { Db, Reader, Tx } from '../store/open.ts'
import { storedHere } from '../store/rows/inbound.ts'
import { readInChunks, setsFor } from '../store/sets.ts'

/** A byte that counts once, in hundredths. */
const once = 100

/** What bytes cost, by the multipliers of this moment (ADR 146). Where there are none, this is one small query a tick. */
export function createRates({ engine }: Pick<Db, 'engine'>, perInbound: () => boolean) {
  const { among } = setsFor(engine)
  const onNode = (node: number) => sql<boolean>`inbounds.node_id = ${node}`

  async function inboundRates(source: Reader | Tx, place: RawBuilder<boolean>): Promise<Map<number, number>> {
    const rows = await source
      .selectFrom('inbounds')
      .select(['id', 'multiplier'])
      .where('multiplier', '<>', 1)
      .where(place)
      .execute()
    return new Map(rows.map(({ id, multiplier }) => [id, hundredths(multiplier)]))
  }

  /** Of advertised addresses with a multiplier of their own, by the number in names of the core (ADR 151). */
  async function addressRates(source: Reader | Tx): Promise<Map<number, number>> {
    const rows = await source
      .selectFrom('host_groups')
      .select(['key_number', 'multiplier'])
      .where('multiplier', 'is not', null)
      .execute()
    return new Map(rows.map((row) => [row.key_number, hundredths(row.multiplier ?? 1)]))
  }

  /** The lowest rate of addresses here at which each of these clients may be connected. */
  async function lowestOfAddresses(
    source: Reader | Tx,
    emails: readonly string[],
  ): Promise<Map<string, number>> {
    const rows = await readInChunks(emails, async (part) => {
      const found = await sql<{ email: string; lowest: number }>`select c.email, min(g.multiplier) as lowest
        from clients c join client_inbounds ci on ci.client_id = c.id join inbounds on inbounds.id = ci.inbound_id
          join hosts h on h.inbound_id = inbounds.id join host_groups g on g.group_id = h.group_id
        where ${among('c.email', part)} and ${storedHere} and g.multiplier is not null group by c.email`.execute(
        source,
      )
      return found.rows
    })
    return new Map(rows.map(({ email, lowest }) => [email, hundredths(lowest)]))
  }

  /**
   * The rate of bytes that were not counted apart, by client. They may be of any inbound there that is not counted apart. If
   * there is none, they are of connections from before the counting began: the lowest rate, so that nobody pays too much.
   * Those of MASQUE never are. `none`: nobody says of which inbound they are.
   */
  async function unknownRates(
    source: Reader | Tx,
    place: RawBuilder<boolean>,
    emails: readonly string[],
    apart: 'some' | 'all' | 'none',
  ): Promise<Map<string, number>> {
    const rows = await readInChunks(emails, async (part) => {
      const found = await sql<{ email: string; lowest: number; plain: number }>`select c.email,
          min(inbounds.multiplier) as lowest, sum(case when inbounds.multiplier = 1 and (${mayBePlain[apart]}) then 1 else 0 end) as plain
        from clients c join client_inbounds ci on ci.client_id = c.id join inbounds on inbounds.id = ci.inbound_id
        where ${among('c.email', part)} and ${place} group by c.email`.execute(source)
      return found.rows
    })
    return new Map(
      rows.map(({ email, lowest, plain }) => [email, Number(plain) > 0 ? once : hundredths(lowest)]),
    )
  }

  /** On this server. `unknown`: clients with bytes that were not counted apart. Undefined: every byte counts once. */
  async function here(source: Reader | Tx, unknown: () => readonly string[]): Promise<RateOf | undefined> {
    const byInbound = await inboundRates(source, storedHere)
    const byAddress = await addressRates(source)
    if (byInbound.size === 0 && byAddress.size === 0) return undefined
    const names = byInbound.size > 0 ? unknown() : []
    const others = await unknownRates(source, storedHere, names, perInbound() ? 'all' : 'some')
    return (client, inbound, address) => {
      const own = address === undefined ? undefined : byAddress.get(address)
      return own ?? (inbound === undefined ? others.get(client) : byInbound.get(inbound)) ?? once
    }
  }

  return {
    here,

    /** Of bytes on this server that are not counted yet, by client: not more than they will cost. */
    async live(
      source: Reader | Tx,
      clients: readonly string[],
    ): Promise<((client: string) => number) | undefined> {
      const rate = await here(source, () => clients)
      if (!rate) return undefined
      const lowest = await lowestOfAddresses(source, clients)
      return (client) => Math.min(rate(client, undefined), lowest.get(client) ?? mostMultiplier * once)
    },

    /** On a node, which says how much a client used there and not on which inbound. */
    async onNode(
      source: Reader | Tx,
      node: number,
      clients: readonly { name: string }[],
    ): Promise<RateOf | undefined> {
      const row = await source
        .selectFrom('nodes')
        .select('multiplier')
        .where('id', '=', node)
        .executeTakeFirst()
      const ofNode = hundredths(row?.multiplier ?? 1)
      const byInbound = await inboundRates(source, onNode(node))
      if (ofNode === once && byInbound.size === 0 && !perInbound()) return undefined
      const names = clients.map(({ name }) => name)
      const lowest = byInbound.size > 0 ? await unknownRates(source, onNode(node), names, 'none') : undefined
      return (client) => Math.round(((lowest?.get(client) ?? once) * ofNode) / once)
    },
  }
}

const mayBePlain = {
  some: sql<boolean>`inbounds.protocol = 'masque' or not exists (select 1 from hosts h
    join host_groups g on g.group_id = h.group_id where h.inbound_id = inbounds.id and g.key_number > 0)`,
  all: sql<boolean>`inbounds.protocol = 'masque'`,
  none: sql<boolean>`1 = 0`,
}

export type Rates = ReturnType<typeof createRates>
