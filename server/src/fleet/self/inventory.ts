import { setImmediate as turn } from 'node:timers/promises'
import { carriesClients } from '#contract/protocol.ts'
import {
  bucketOf,
  bucketTexts,
  entryHash,
  type Held,
  heldText,
  nothingHeld,
  toggle,
} from '#domain/fleet/held.ts'
import { sentOf } from '#domain/fleet/inbound-plan.ts'
import { createSerial } from '../../platform/db/serial.ts'
import type { Change, ClientChange } from '../../store/changes/change.ts'
import type { Db } from '../../store/open.ts'
import { readInChunks, setsFor } from '../../store/sets.ts'
import { createRows, type OwnInbound } from './rows.ts'

interface Row {
  bucket: number
  hash: [number, number]
}

/** One inbound of this panel and what its clients are. */
interface Holding extends Held {
  inbound: OwnInbound
  config: string
  /** By client id. */
  rows: Map<number, Row>
}

interface Dirty {
  inbounds: Set<number>
  clients: ClientChange[]
}

/** More changed clients than this are read anew with everything else. */
const mostChanged = 5_000

const clean = (): Dirty => ({ inbounds: new Set(), clients: [] })

/** What the inbound itself is; one without speeds has the text that it had before there were any. */
const configOf = (inbound: OwnInbound): string => {
  const { speedDown = 0, speedUp = 0 } = inbound
  return sentOf(inbound) + (speedDown > 0 || speedUp > 0 ? `~${speedDown}~${speedUp}` : '')
}

/** What the entries of an inbound depend on. */
const shapeOf = ({ protocol, settings, streamSettings, disableFlow }: OwnInbound): string =>
  JSON.stringify([protocol, settings, streamSettings, disableFlow])

/**
 * A hash of each inbound with its clients. It is made when the first centre asks; from then on a change costs the rows
 * that changed.
 */
export function createInventory(db: Db) {
  const rows = createRows(db)
  const { among } = setsFor(db.engine)
  const serial = createSerial()
  let inventory: Map<number, Holding> | undefined
  let dirty = clean()

  function put(holding: Holding, client: number, row: Row | undefined): void {
    const before = holding.rows.get(client)
    if (before) toggle(holding, before.bucket, before.hash)
    holding.rows.delete(client)
    if (!row) return
    toggle(holding, row.bucket, row.hash)
    holding.rows.set(client, row)
  }

  async function loaded(inbound: OwnInbound): Promise<Holding> {
    const holding = { ...nothingHeld(), inbound, config: configOf(inbound), rows: new Map() }
    if (!carriesClients(inbound.protocol)) return holding
    for await (const part of rows.attachedTo(inbound)) {
      for (const { id, entry } of part)
        put(holding, id, { bucket: bucketOf(String(entry.email)), hash: entryHash(inbound, entry) })
      await turn()
    }
    return holding
  }

  async function load(): Promise<void> {
    dirty = clean()
    const found = new Map<number, Holding>()
    for (const inbound of await rows.inbounds()) found.set(inbound.id, await loaded(inbound))
    inventory = found
  }

  async function readInbounds(known: Map<number, Holding>, ids: ReadonlySet<number>): Promise<void> {
    const now = new Map((await rows.inbounds()).map((inbound) => [inbound.id, inbound]))
    for (const id of ids) {
      const inbound = now.get(id)
      const before = known.get(id)
      if (!inbound) known.delete(id)
      else if (before && shapeOf(before.inbound) === shapeOf(inbound))
        Object.assign(before, { inbound, config: configOf(inbound) })
      else known.set(id, await loaded(inbound))
    }
  }

  /** A client that this write created has no id in the change. */
  async function idsOf(changes: readonly ClientChange[]): Promise<number[]> {
    const ids = new Set(changes.flatMap(({ id }) => id ?? []))
    const unnamed = changes.filter(({ id }) => id === undefined).map(({ email }) => email)
    const query = db.read.selectFrom('clients').select('id')
    const found = await readInChunks(unnamed, (part) => query.where(among('email', part)).execute())
    for (const { id } of found) ids.add(id)
    return [...ids]
  }

  async function readClients(
    known: ReadonlyMap<number, Holding>,
    changes: readonly ClientChange[],
  ): Promise<void> {
    const ids = await idsOf(changes)
    for (const holding of known.values())
      for (const id of ids) if (holding.rows.has(id)) put(holding, id, undefined)
    const inbounds = new Map([...known.values()].map(({ inbound }) => [inbound.id, inbound]))
    for (const { id, inboundId, entry } of await rows.entriesOf(ids, inbounds)) {
      const holding = known.get(inboundId)
      if (holding)
        put(holding, id, {
          bucket: bucketOf(String(entry.email)),
          hash: entryHash(holding.inbound, entry),
        })
    }
  }

  async function current(): Promise<Map<number, Holding>> {
    if (!inventory || dirty.clients.length > mostChanged) await load()
    const known = inventory ?? new Map<number, Holding>()
    const { inbounds, clients } = dirty
    dirty = clean()
    try {
      if (inbounds.size > 0) await readInbounds(known, inbounds)
      if (clients.length > 0) await readClients(known, clients)
    } catch (error) {
      inventory = undefined // half of it is read
      throw error
    }
    return known
  }

  const byTag = async (): Promise<Map<string, Holding>> =>
    new Map([...(await serial(current)).values()].map((holding) => [holding.inbound.tag, holding]))

  return {
    onChange(change: Change): void {
      if (!inventory || (change.kind !== 'clients-changed' && change.kind !== 'inbounds-changed')) return
      for (const client of change.clients) dirty.clients.push(client)
      if (change.kind === 'inbounds-changed')
        for (const id of [...change.ids, ...change.removed.map((gone) => gone.id)]) dirty.inbounds.add(id)
    },
    /** By tag, of the inbounds that run here. */
    async hashes(): Promise<Record<string, string>> {
      const all = await byTag()
      return Object.fromEntries([...all].map(([tag, held]) => [tag, heldText(held.config, held)]))
    },
    async inbounds(tags: readonly string[]) {
      const all = await byTag()
      return [...new Set(tags)].flatMap((tag) => {
        const held = all.get(tag)
        return held
          ? [
              {
                ...held.inbound,
                clients: held.rows.size,
                hash: heldText(held.config, held),
                buckets: bucketTexts(held),
              },
            ]
          : []
      })
    },
    /** Ids of the clients in some buckets of an inbound. */
    async clientsIn(asked: readonly { tag: string; of: readonly number[] }[]): Promise<number[]> {
      const all = await byTag()
      const found = new Set<number>()
      for (const { tag, of } of asked) {
        const desired = new Set(of)
        for (const [id, { bucket }] of all.get(tag)?.rows ?? []) if (desired.has(bucket)) found.add(id)
      }
      return [...found]
    },
  }
}

export type Inventory = ReturnType<typeof createInventory>
