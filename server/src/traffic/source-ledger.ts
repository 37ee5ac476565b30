import { setImmediate as nextTurn } from 'node:timers/promises'
import { baseOf } from '#domain/traffic/counter.ts'
import type { Delta } from '#domain/traffic/delta.ts'
import { createUserNames } from '#domain/traffic/fold.ts'
import { type Counter, deltasAndReadings, type Movements, take } from '#domain/traffic/ledger.ts'
import { isStorable } from '../platform/db/storable.ts'
import type { Db, Reader, Tx } from '../store/open.ts'
import { chunked } from '../store/sets.ts'
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

/** What one core counted, by its own names. */
export interface Counted {
  deltas: readonly Delta[]
  /** Clients that have another name today. */
  nameNow: ReadonlyMap<string, string>
}

/** Counters to process before yielding to the event loop. */
const portion = 500

/** A reading of a source that is about to be stored. */
export interface Pending {
  source: string
  startId: string
  counters: readonly Counter[]
  movements: Movements
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
  let seen: Movements = new Map()
  /** Of the core process that is read. */
  const userNames = createUserNames()

  async function load(from: Reader | Tx, startId: string): Promise<Book> {
    if (book?.startId !== startId) userNames.clear()
    const loaded = await readings.load(from, source, startId)
    for (const name of loaded.clients) userNames.add(name)
    return loaded.book
  }

  async function compared({ last }: Book, counters: readonly Counter[]): Promise<Movements> {
    const movements: Movements = new Map()
    for (const part of chunked(counters, portion)) {
      // A name that PostgreSQL cannot store must not stop the others from being counted.
      take(movements, last, part, isStorable)
      await nextTurn()
    }
    // Users of devices and of inbounds are found again under their client.
    for (const { reading } of movements.values()) if (reading.kind === 'client') userNames.add(reading.name)
    seen = movements
    return movements
  }

  function countedOf(name: string): number {
    const base = baseOf({ kind: 'client', name })
    const moved = seen.get(base)?.reading
    if (moved) return moved.up + moved.down
    return book ? book.last.at(base, 'up') + book.last.at(base, 'down') : 0
  }

  return {
    /** What moved since the last reading; undefined if nothing did. */
    async read(startId: string, counters: readonly Counter[]): Promise<Pending | undefined> {
      if (book?.startId !== startId) book = await load(db.read, startId)
      const movements = await compared(book, counters)
      return movements.size > 0 ? { source, startId, counters, movements } : undefined
    },

    /** Stores the readings and returns the bytes to add. Call `committed` or `outdated` afterwards. */
    async write(tx: Tx, pending: Pending): Promise<Counted> {
      const { startId } = pending
      if (stale || book?.startId !== startId) {
        stale = false
        staleNames = false
        book = await load(tx, startId)
        pending.movements = await compared(book, pending.counters)
      }
      if (staleNames) book.creditTo = await readings.credits(tx, source, startId)
      staleNames = false
      const { deltas, readings: read } = deltasAndReadings(pending.movements)
      if (cleaned !== startId) await readings.forgetGone(tx, source, startId)
      await readings.save(tx, source, startId, read)
      return { deltas, nameNow: book.creditTo }
    },

    async committed(pending: Pending): Promise<void> {
      const { startId, movements } = pending
      pending.counters = [] // the end of the tick is remembered until the next one, and this is two texts for each name
      cleaned = startId
      if (book?.startId !== startId) return
      for (const part of chunked([...movements], portion)) {
        for (const [base, { reading }] of part) book.last.set(base, reading)
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
      let sum = countedOf(email)
      for (const name of userNames.of(email)) sum += countedOf(name)
      return sum
    },
  }
}
