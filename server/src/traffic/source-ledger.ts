import { setImmediate as nextTurn } from 'node:timers/promises'
import { baseOf, withWay } from '#domain/traffic/counter.ts'
import { type Delta, merged } from '#domain/traffic/delta.ts'
import {
  type Counter,
  movedCounters,
  remember,
  type Settling,
  settled,
  take,
} from '#domain/traffic/ledger.ts'
import type { Db, Tx } from '../platform/db/open.ts'
import { chunked } from '../platform/db/sets.ts'
import { isStorable } from '../platform/db/storable.ts'
import type { Book, Readings } from './readings.ts'

export interface Counting {
  counters(): Promise<readonly Counter[]>
}

/** Where counters come from: one core. */
export interface Source {
  /** The id of the instance that runs the core: stable as long as its readings continue. */
  id: string
  /** Identifies the running core process; undefined if none runs. */
  startId(): string | undefined
  api(): Counting | undefined
}

/** Counters to process before yielding to the event loop. */
const portion = 500

/** A reading of a source that is about to be stored. */
export interface Pending {
  source: string
  startId: string
  counters: readonly Counter[]
  moved: Counter[]
  /** What moved, by kind and name. */
  settling: Settling
}

/** The ledger of one source: compares its counters with their last readings in the same core process. */
export function createSourceLedger(db: Db, readings: Readings, source: string) {
  let book: Book | undefined
  /** Stored readings may have changed, or a write may or may not have committed: reload in the next transaction. */
  let stale = false
  /** Another instance may have renamed clients; it never changes our readings. */
  let staleNames = false
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

  /** Credits bytes to the client's current name; two counters of one client become one delta. */
  function credited(deltas: Delta[], { creditTo }: Book): Delta[] {
    if (creditTo.size === 0) return deltas
    return merged(
      deltas.map((d) => ({ ...d, name: (d.kind === 'client' && creditTo.get(d.name)) || d.name })),
    )
  }

  return {
    /** What moved since the last reading; undefined if nothing did. */
    async read(startId: string, counters: readonly Counter[]): Promise<Pending | undefined> {
      if (book?.startId !== startId) book = await readings.load(db.read, source, startId)
      const found = await compared(book, counters)
      return found.moved.length > 0 ? { source, startId, counters, ...found } : undefined
    },

    /** Stores the readings and returns the bytes to add. Call `committed` or `outdated` afterwards. */
    async write(tx: Tx, pending: Pending): Promise<Delta[]> {
      const { startId } = pending
      if (stale || book?.startId !== startId) {
        stale = false
        staleNames = false
        book = await readings.load(tx, source, startId)
        Object.assign(pending, await compared(book, pending.counters))
      }
      if (staleNames) book.creditTo = await readings.credits(tx, source, startId)
      staleNames = false
      const { deltas, readings: read } = settled(pending.settling)
      if (cleaned !== startId) await readings.forgetGone(tx, source, startId)
      await readings.save(tx, source, startId, read)
      return credited(deltas, book)
    },

    async committed({ startId, moved }: Pending): Promise<void> {
      cleaned = startId
      if (book?.startId !== startId) return
      for (const part of chunked(moved, portion)) {
        remember(book.last, part)
        await nextTurn()
      }
    },

    /** Makes the next write reload the last readings. */
    outdated(): void {
      stale = true
    },
    namesOutdated(): void {
      staleNames = true
    },

    /** Bytes of a client counted by the running core process, as of the last reading. */
    counted(email: string): number {
      const base = baseOf({ kind: 'client', name: email })
      const moved = seen.get(base)?.reading
      if (moved) return moved.up + moved.down
      const at = (way: 'up' | 'down') => book?.last.get(withWay(base, way)) ?? 0
      return at('up') + at('down')
    },
  }
}
