import { setTimeout as wait } from 'node:timers/promises'
import type { Counter } from '#domain/traffic/ledger.ts'
import type { Collector } from './collect.ts'
import type { Counting, Pending, Source } from './source-ledger.ts'

/** The result of one look at the sources. */
export interface Found {
  pending: Pending[]
  /** Why sources could not be read; limits are enforced anyway. */
  silences: unknown[]
}

/** One source that hangs must not delay the others; its bytes come with a later tick. */
const patienceMs = 3_000

async function within(source: string, counters: Promise<readonly Counter[]>): Promise<readonly Counter[]> {
  const late = new AbortController()
  const patience = wait(patienceMs, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new Error(`the core of ${source} did not answer within ${patienceMs / 1_000} s`)
  })
  patience.catch(() => {}) // aborted below
  try {
    return await Promise.race([counters, patience])
  } finally {
    late.abort()
  }
}

export function createSourceReader(sources: readonly Source[], collector: Pick<Collector, 'read'>) {
  const isOnly = sources.length === 1

  /** Undefined if no core runs, or if the core was replaced before it answered. */
  async function readOne(source: Source): Promise<Pending | undefined> {
    const startId = source.startId()
    const asked = startId && source.api()?.counters()
    const counters = asked && (await (isOnly ? asked : within(source.id, asked)))
    return counters && source.startId() === startId ? collector.read(source.id, startId, counters) : undefined
  }

  async function readLast(source: string, api: Counting, startId: string): Promise<Pending | undefined> {
    return collector.read(source, startId, await api.counters())
  }

  async function gather(reads: readonly Promise<Pending | undefined>[]): Promise<Found> {
    const found: Found = { pending: [], silences: [] }
    for (const read of await Promise.allSettled(reads)) {
      if (read.status === 'rejected') found.silences.push(read.reason)
      else if (read.value) found.pending.push(read.value)
    }
    return found
  }

  return {
    all: (): Promise<Found> => gather(sources.map(readOne)),
    /** Reads a core that is about to stop, even if its source already names another one. */
    last: (source: string, api: Counting, startId: string): Promise<Found> =>
      gather([readLast(source, api, startId)]),
  }
}

/** Combines several failures into one error to throw. */
export const asOne = (silences: readonly unknown[]): unknown =>
  silences.length > 1 ? new AggregateError(silences, silences.map(String).join('; ')) : silences[0]
