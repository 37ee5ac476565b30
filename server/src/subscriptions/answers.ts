import type { Settings } from '#contract/settings.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import type { Db } from '../store/open.ts'
import type { Snapshot } from './inbounds-snapshot.ts'
import type { ClientTuple } from './lookup.ts'
import type { Answer } from './reply.ts'

/** Everything that a raw answer is made from, except the time. */
export interface Source {
  subId: string
  /** One per client with this id. */
  rows: readonly ClientTuple[]
  snapshot: Snapshot
  settings: Settings
  /** Scheme and host of the request: links and the page's address use them. */
  origin: string
}

interface Kept extends Source {
  answer: Answer
  until: number
  /** The database version at the last request: read before the rows, so never newer than them. */
  asked: number | undefined
  /** The version for which `rows` are known to be current. */
  same: number | undefined
}

const most = 4_096
const longest = 4_096
const minute = 60_000

/**
 * Caches raw answers for repeated requests: several devices, apps that poll every few minutes. An answer is reused only
 * if everything it was made from is unchanged: either nothing was committed since, or the client's rows were read again
 * and are equal. No writer has to invalidate this cache.
 */
export function createAnswers({ dataVersion: version }: Pick<Db, 'dataVersion'>, now: () => number) {
  const kept = new BoundedMap<string, Kept>(most)
  /**
   * Only what was requested before is kept. Most apps fetch once in hours: caching their answers would evict those
   * that are requested again, and cost more than it saves.
   */
  const asked = new BoundedMap<string, true>(most)

  const stands = (known: Kept, snapshot: Snapshot | undefined, settings: Settings, origin: string): boolean =>
    known.snapshot === snapshot &&
    known.settings === settings &&
    known.origin === origin &&
    now() < known.until

  function keep(source: Source, answer: Answer, at: number | undefined) {
    if (answer.body.length > longest) return void kept.delete(source.subId)
    const until = now() + Math.min(...source.rows.flatMap(endsOf).map((end) => untilNext(end - now())))
    kept.set(source.subId, { ...source, answer, until, same: at, asked: at })
  }

  return {
    /** The cached answer without reading the client; if undefined, read the client and call `of` in the same turn. */
    again(
      id: string,
      snapshot: Snapshot | undefined,
      settings: Settings,
      origin: string,
    ): Answer | undefined {
      const known = kept.get(id)
      if (!known || !version) return undefined
      known.asked = version()
      return known.asked === known.same && stands(known, snapshot, settings, origin)
        ? known.answer
        : undefined
    },
    of(source: Source, make: () => Answer): Answer {
      const { subId, snapshot, settings, origin } = source
      const known = kept.get(subId)
      if (known && stands(known, snapshot, settings, origin) && sameRows(known.rows, source.rows)) {
        known.same = known.asked
        return known.answer
      }
      const answer = make()
      if (known || asked.has(subId)) keep(source, answer, known?.asked)
      else asked.set(subId, true)
      return answer
    },
  }
}

export type Answers = ReturnType<typeof createAnswers>

/** Remarks may show the time left, in minutes at the finest; after expiry nothing is listed. */
const untilNext = (left: number): number => (left > 0 ? Math.min(minute, left % minute || minute) : minute)

/** Its own, and that of its group. */
const endsOf = (row: ClientTuple): number[] => [row[7], row[22] ?? 0]

/** Index of `lastOnline`: no header or link shows it. */
const untold = 12

const sameRows = (a: readonly ClientTuple[], b: readonly ClientTuple[]): boolean =>
  a.length === b.length && a.every((row, i) => sameRow(row, b[i] as ClientTuple)) // the lengths are equal

function sameRow(a: ClientTuple, b: ClientTuple): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i] && i !== untold) return false
  return true
}
