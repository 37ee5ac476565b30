import { sql } from 'kysely'
import type { OutboundTraffic } from '#contract/outbounds-api.ts'
import { readCoreUser } from '#domain/core-config/user-names.ts'
import { chargeOf } from '#domain/traffic/charge.ts'
import { type Delta, merged, type PlaceDelta } from '#domain/traffic/delta.ts'
import { type Folded, folded, type OnInbound, type RateOf } from '#domain/traffic/fold.ts'
import type { Counter } from '#domain/traffic/ledger.ts'
import type { Bytes, Metering } from '../clients/metering.ts'
import type { Devices } from '../devices/room.ts'
import type { InboundMetering } from '../inbounds/metering.ts'
import type { Log } from '../platform/log.ts'
import type { Db, Tx } from '../store/open.ts'
import type { TrafficHistory } from './history/room.ts'
import type { Rates } from './rates.ts'
import { createReadings } from './readings.ts'
import { type Counted, createSourceLedger, type Pending, type Source } from './source-ledger.ts'

/** The rooms that keep totals: each writes its own tables in the tick's transaction. */
export interface Sums {
  clients: Metering
  inbounds: InboundMetering
  /** The room of the outbounds is on a higher floor. */
  outbounds: {
    count(tx: Tx, bytes: readonly Bytes[]): Promise<void>
    list(): Promise<OutboundTraffic[]>
  }
  devices: Pick<Devices, 'count'>
  /** Stores the same bytes by time. */
  history: Pick<TrafficHistory, 'record' | 'placed'>
}

interface Deps extends Sums {
  db: Db
  log: Log
  sources: readonly Source[]
  rates: Pick<Rates, 'here'>
}

/** The ledgers of all sources: readings become deltas, and both are stored together or not at all (R30). */
export function createCollector(deps: Deps) {
  const { db, log, sources, clients, inbounds, outbounds, devices, history, rates } = deps
  const ids = sources.map(({ id }) => id)
  const readings = createReadings(db, ids)
  const ledgers = new Map(ids.map((id) => [id, createSourceLedger(db, readings, id)]))

  function ledgerOf(source: string) {
    const ledger = ledgers.get(source)
    if (!ledger) throw new Error(`there is no source of counters called ${source}`)
    return ledger
  }

  const countApart = (tx: Tx, apart: readonly OnInbound[], at: number): Promise<void> =>
    guarded(tx, log, 'inbounds of clients', () => clients.countOnInbounds(tx, apart, at))

  /** What counts for quotas for inbounds, nodes and labels. */
  async function forQuotas(tx: Tx, moved: Parameters<Metering['quotas']['count']>[1]): Promise<void> {
    if (await clients.quotas.isAny(tx))
      await guarded(tx, log, 'quotas for inbounds', () => clients.quotas.count(tx, moved))
  }

  /** What the bytes cost now. */
  async function rateOf(tx: Tx, counted: readonly Counted[]): Promise<RateOf | undefined> {
    const unknown = new Set<string>()
    return rates.here(tx, () => {
      for (const { deltas, nameNow } of counted)
        for (const { kind, name } of deltas) {
          const { email, inbound } = kind === 'client' ? readCoreUser(name) : { email: '', inbound: 0 }
          if (inbound === undefined) unknown.add(nameNow.get(email) || email)
        }
      return [...unknown]
    })
  }

  /** For the split of costs by client. `place`: the node, 0 is this server. */
  const placed = (tx: Tx, place: number, deltas: readonly Delta[], at: number): Promise<void> =>
    guarded(tx, log, 'costs', () => history.placed(tx, place, deltas, at))

  return {
    placed,
    /** What moved in a source since its last reading; undefined if nothing did. */
    read: (source: string, startId: string, counters: readonly Counter[]): Promise<Pending | undefined> =>
      ledgerOf(source).read(startId, counters),

    /** Call inside a transaction, then call `committed` or `failed`. */
    async write(tx: Tx, pending: readonly Pending[], at: number): Promise<Delta[]> {
      const counted: Counted[] = []
      for (const one of pending) counted.push(await ledgerOf(one.source).write(tx, one))
      const rate = await rateOf(tx, counted)
      const perSource: Folded[] = counted.map((one) => folded(one.deltas, one.nameNow, rate))
      // One row per name: a client or tag may have moved in several cores.
      const all = perSource.flatMap((one) => one.deltas)
      const deltas = perSource.length === 1 ? all : merged(all)
      const of = (kind: Delta['kind']) => deltas.filter((d) => d.kind === kind)
      await clients.count(tx, of('client'), at)
      const perDevice = perSource.flatMap((one) => one.devices)
      await devices.count(tx, perDevice)
      const apart = perSource.flatMap(({ onInbounds }) => onInbounds)
      await countApart(tx, apart, at)
      await forQuotas(tx, { here: of('client'), apart, nodes: [] })
      await inbounds.count(tx, of('inbound'))
      await outbounds.count(tx, of('outbound'))
      await guarded(tx, log, 'history', () => history.record(tx, deltas, at))
      await placed(tx, 0, of('client'), at)
      return deltas
    },
    /** Bytes that were counted elsewhere. A client may be in it several times: once for each node that counted it. */
    async add(
      tx: Tx,
      counted: readonly Delta[],
      at: number,
      places: readonly PlaceDelta[] = [],
    ): Promise<void> {
      const deltas = merged(counted)
      await clients.count(tx, deltas, at)
      await countApart(tx, counted.flatMap(onNode), at)
      await forQuotas(tx, { here: [], apart: [], nodes: counted.filter((d) => d.kind === 'client') })
      await guarded(tx, log, 'history', () => history.record(tx, [...deltas, ...places], at))
    },
    async committed(pending: readonly Pending[]): Promise<void> {
      for (const one of pending) await ledgerOf(one.source).committed(one)
    },
    failed(pending: readonly Pending[]): void {
      for (const { source } of pending) ledgerOf(source).outdated()
    },

    /** Bytes of a client counted by all running cores, or by one source, as of the last reading. */
    counted(email: string, source?: string): number {
      if (source !== undefined) return ledgerOf(source).counted(email)
      let sum = 0
      for (const ledger of ledgers.values()) sum += ledger.counted(email)
      return sum
    },

    /** Another instance may have renamed clients. */
    dropNames(): void {
      for (const ledger of ledgers.values()) ledger.namesOutdated()
    },

    /** Every core keeps counting under the old name. */
    async renamed(tx: Tx, from: string, to: string): Promise<void> {
      for (const ledger of ledgers.values()) ledger.outdated()
      await readings.renamed(tx, new Map(sources.map((s) => [s.id, s.startId()])), from, to)
    },
    async taken(tx: Tx, emails: readonly string[]): Promise<void> {
      if (await readings.taken(tx, emails)) for (const ledger of ledgers.values()) ledger.outdated()
    },
  }
}

/** Below zero: the node does not say on which of its inbounds. */
function onNode(delta: Delta): OnInbound[] {
  if (delta.kind !== 'client' || delta.node === undefined) return []
  const { up, down } = chargeOf(delta)
  return [{ name: delta.name, inbound: -delta.node, up: delta.up, down: delta.down, charged: up + down }]
}

export type Collector = ReturnType<typeof createCollector>

/** Runs a side task in a savepoint: if it fails, only its own work is rolled back (P7). */
export async function guarded(tx: Tx, log: Log, what: string, work: () => Promise<void>): Promise<void> {
  await sql`savepoint helper`.execute(tx)
  try {
    await work()
    await sql`release savepoint helper`.execute(tx)
  } catch (error) {
    log.error({ err: error }, `a side task of the traffic tick failed: ${what}`)
    await sql`rollback to savepoint helper`.execute(tx)
    await sql`release savepoint helper`.execute(tx)
  }
}
