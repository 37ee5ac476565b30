import { sql } from 'kysely'
import { isMeant, type QuotaInbound } from '#domain/quotas/in-force.ts'
import { placeOf } from '#domain/quotas/quotas.ts'
import { chargeOf } from '#domain/traffic/charge.ts'
import type { Delta } from '#domain/traffic/delta.ts'
import type { OnInbound } from '#domain/traffic/fold.ts'
import type { Reader, Tx } from '../../store/open.ts'
import { storedHere } from '../../store/rows/inbound.ts'
import type { Sets } from '../../store/sets.ts'
import { readQuotaInbounds } from './layers.ts'
import type { Counted, QuotaUsage } from './usage.ts'

/** What moved: on this server, of that on inbounds where it is counted apart, and on nodes. */
export interface Moved {
  here: readonly Delta[]
  apart: readonly OnInbound[]
  nodes: readonly Delta[]
}

/** What a quota is for, as far as bytes ask for it. */
interface Place {
  target: string
  /** All bytes of this node; 0: of this server. */
  whole?: number
  /** By node (0: this server), the inbounds that it means. */
  inbounds: Map<number, number[]>
}

const both = (delta: Delta): number => {
  const { up, down } = chargeOf(delta)
  return up + down
}

function placeFor(target: string, entries: readonly QuotaInbound[]): Place | undefined {
  const place = placeOf(target)
  if (!place) return undefined
  if (place.on === 'node') return { target, whole: place.id, inbounds: new Map() }
  const amount = { bytes: 1, reset: 'never' } as const
  const quota =
    place.on === 'label'
      ? { on: 'label' as const, label: place.label, ...amount }
      : { on: 'inbound' as const, inboundId: place.id, ...amount }
  const meant = Map.groupBy(
    entries.filter((entry) => isMeant(quota, entry)),
    ({ node }) => node,
  )
  return { target, inbounds: new Map([...meant].map(([node, those]) => [node, those.map(({ id }) => id)])) }
}

/**
 * Adds what moved to the quotas that it counts for, in the tick's transaction. A panel without quotas pays for one look
 * at an empty table. Bytes whose inbound is not known count for a quota if they can be of no other inbound here, and on
 * a node if any of the client's inbounds there is meant: never too few.
 */
export function createQuotaCount(sets: Sets, usage: QuotaUsage) {
  const { among } = sets

  async function placesOf(tx: Reader | Tx): Promise<Place[]> {
    const targets = await usage.targets(tx)
    if (targets.length === 0) return []
    const entries = [...(await readQuotaInbounds(tx, sets)).values()]
    return targets.flatMap((target) => placeFor(target, entries) ?? [])
  }

  const hasOneOf = (ids: readonly number[]) =>
    sql`exists (select 1 from client_inbounds ci where ci.client_id = c.id and ${among('ci.inbound_id', ids)})`
  const hasNoOther = (ids: readonly number[]) =>
    sql`not exists (select 1 from client_inbounds ci join inbounds on inbounds.id = ci.inbound_id
      where ci.client_id = c.id and ${storedHere} and inbounds.enable and not (${among('inbounds.id', ids)}))`

  async function countHere(tx: Tx, places: readonly Place[], { here, apart }: Moved): Promise<void> {
    const sums: Counted[] = []
    for (const { target, whole } of places)
      if (whole === 0) for (const delta of here) sums.push({ target, name: delta.name, charged: both(delta) })
    const targetsOn = new Map<number, string[]>()
    for (const { target, inbounds } of places)
      for (const id of inbounds.get(0) ?? []) targetsOn.set(id, [...(targetsOn.get(id) ?? []), target])
    const byKey = new Map<string, Counted>()
    const known = new Map<string, number>()
    for (const { name, inbound, charged } of apart) {
      known.set(name, (known.get(name) ?? 0) + charged)
      for (const target of targetsOn.get(inbound) ?? []) {
        const key = `${target} ${name}`
        byKey.set(key, { target, name, charged: charged + (byKey.get(key)?.charged ?? 0) })
      }
    }
    await usage.add(tx, [...sums, ...byKey.values()])
    await countUnknown(tx, places, here, known)
  }

  /** Bytes under a client's plain name: of connections from before they were counted apart, and of MASQUE. */
  async function countUnknown(
    tx: Tx,
    places: readonly Place[],
    here: readonly Delta[],
    known: ReadonlyMap<string, number>,
  ): Promise<void> {
    const rest = here.flatMap((delta) => {
      const charged = both(delta) - (known.get(delta.name) ?? 0)
      return charged > 0 ? [{ name: delta.name, charged }] : []
    })
    if (rest.length === 0) return
    for (const { target, inbounds } of places) {
      const ids = inbounds.get(0)
      if (!ids) continue
      const counted = rest.map((one) => ({ target, ...one }))
      await usage.add(tx, counted, sql`${hasOneOf(ids)} and ${hasNoOther(ids)}`)
    }
  }

  async function countNodes(tx: Tx, places: readonly Place[], nodes: readonly Delta[]): Promise<void> {
    const byNode = Map.groupBy(nodes, ({ from }) => from)
    for (const [node, deltas] of byNode) {
      if (node === undefined) continue
      const counted = (target: string) =>
        deltas.map((delta) => ({ target, name: delta.name, charged: both(delta) }))
      for (const { target, whole, inbounds } of places) {
        if (whole === node) await usage.add(tx, counted(target))
        const ids = inbounds.get(node)
        if (ids) await usage.add(tx, counted(target), hasOneOf(ids))
      }
    }
  }

  return async (tx: Tx, moved: Moved): Promise<void> => {
    if (moved.here.length + moved.nodes.length === 0) return
    const places = await placesOf(tx)
    if (places.length === 0) return
    await countHere(tx, places, moved)
    await countNodes(tx, places, moved.nodes)
  }
}
