import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { baseOf, withWay } from '#domain/traffic/counter.ts'
import type { Delta } from '#domain/traffic/delta.ts'
import {
  type Counter,
  movedCounters,
  remember,
  type Settled,
  type Settling,
  settled,
  take,
} from '#domain/traffic/ledger.ts'
import type { Db, Tx } from '../platform/db/open.ts'
import { chunked } from '../platform/db/sets.ts'
import { isStorable } from '../platform/db/storable.ts'
import type { Log } from '../platform/log.ts'
import { type Book, createReadings } from './readings.ts'

interface Bytes {
  name: string
  up: number
  down: number
}

/** The rooms that keep totals: each writes its own tables in the tick's transaction. */
export interface Sums {
  clients: { count(tx: Tx, bytes: readonly Bytes[], at: number): Promise<void> }
  inbounds: { count(tx: Tx, bytes: readonly Bytes[]): Promise<void> }
  outbounds: { count(tx: Tx, bytes: readonly Bytes[]): Promise<void> }
  /** Stores the same bytes in the history. */
  record(tx: Tx, deltas: readonly Delta[], at: number): Promise<void>
}

interface Deps extends Sums {
  db: Db
  log: Log
}

/** Counters to process before yielding to the event loop. */
const portion = 500

/** A reading of the core that is about to be stored. */
export interface Pending {
  startId: string
  counters: readonly Counter[]
  moved: Counter[]
  /** What moved, grouped by owner. */
  settling: Settling
}

/** The ledger: readings become deltas, and both are stored together or not at all (R30). */
export function createCollector({ db, log, clients, inbounds, outbounds, record }: Deps) {
  const readings = createReadings(db)
  let book: Book | undefined
  /** Stored readings may have changed, or a write may or may not have committed: reload in the next transaction. */
  let stale = false
  let cleaned = ''
  /** What moved in the last reading, stored or not. */
  let seen: Settling = new Map()

  async function compared({ last }: Book, counters: readonly Counter[]) {
    const moved: Counter[] = []
    const settling: Settling = new Map()
    for (const part of chunked(counters, portion)) {
      // A name that PostgreSQL cannot store must not stop the others from being counted.
      const some = movedCounters(last, part).filter(({ name }) => isStorable(name))
      take(settling, last, some)
      for (const counter of some) moved.push(counter)
      await nextTurn()
    }
    seen = settling
    return { moved, settling }
  }

  /** Credits bytes to the client's current name; two counters of one client become one row. */
  function credited(deltas: Delta[], { creditTo }: Book): Delta[] {
    if (creditTo.size === 0) return deltas
    const merged = new Map<string, Delta>()
    for (const delta of deltas) {
      const name = (delta.kind === 'client' && creditTo.get(delta.name)) || delta.name
      const key = `${delta.kind} ${name}`
      const known = merged.get(key)
      if (known) {
        known.up += delta.up
        known.down += delta.down
      } else merged.set(key, { ...delta, name })
    }
    return [...merged.values()]
  }

  async function store(tx: Tx, { startId }: Pending, { deltas, readings: read }: Settled, at: number) {
    if (cleaned !== startId) await readings.forgetOthers(tx, startId)
    await readings.save(tx, startId, read)
    const of = (kind: Delta['kind']) => deltas.filter((d) => d.kind === kind)
    await clients.count(tx, of('client'), at)
    await inbounds.count(tx, of('inbound'))
    await outbounds.count(tx, of('outbound'))
    await guarded(tx, log, 'history', () => record(tx, deltas, at))
  }

  return {
    /** What moved since the last reading; undefined if nothing did. */
    async read(startId: string, counters: readonly Counter[]): Promise<Pending | undefined> {
      if (book?.startId !== startId) book = await readings.load(db.read, startId)
      const found = await compared(book, counters)
      return found.moved.length > 0 ? { startId, counters, ...found } : undefined
    },

    /** Call inside a transaction, then call `committed` or `failed`. */
    async write(tx: Tx, pending: Pending, at: number): Promise<Delta[]> {
      if (stale || book?.startId !== pending.startId) {
        stale = false
        book = await readings.load(tx, pending.startId)
        Object.assign(pending, await compared(book, pending.counters))
      }
      const all = settled(pending.settling)
      const deltas = credited(all.deltas, book)
      await store(tx, pending, { ...all, deltas }, at)
      return deltas
    },
    async committed({ startId, moved }: Pending): Promise<void> {
      cleaned = startId
      if (book?.startId !== startId) return
      for (const part of chunked(moved, portion)) {
        remember(book.last, part)
        await nextTurn()
      }
    },
    failed(): void {
      stale = true
    },

    /** Bytes of a client counted by the running core, as of the last reading. */
    counted(email: string): number {
      const base = baseOf({ kind: 'client', name: email })
      const moved = seen.get(base)?.reading
      if (moved) return moved.up + moved.down
      const at = (way: 'up' | 'down') => book?.last.get(withWay(base, way)) ?? 0
      return at('up') + at('down')
    },

    async renamed(tx: Tx, startId: string, from: string, to: string): Promise<void> {
      stale = true
      await readings.renamed(tx, startId, from, to)
    },
    async taken(tx: Tx, emails: readonly string[]): Promise<void> {
      if (await readings.taken(tx, emails)) stale = true
    },
  }
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
