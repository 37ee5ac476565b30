import { sql } from 'kysely'
import type { UndoableAct } from '#contract/acts.ts'
import type { Tx } from '../store/open.ts'
import { chunked } from '../store/sets.ts'
import type { Draft } from './conflicts.ts'
import { type Known, usedBytes } from './find.ts'
import { countedOf, imageOf, partsOf } from './undo/image.ts'
import type { Writing } from './writing.ts'

interface Zeroed {
  at: number
  clients: ReadonlySet<Known>
  parts: ReturnType<typeof partsOf>
}

/** For clients whose counters are zero already: bytes that cost nothing are known by inbound and by device. */
export async function zeroFree(w: Writing, tx: Tx, emails: readonly string[]): Promise<void> {
  for (const part of chunked(emails))
    await w.store.partsZeroed(tx, sql`select id from clients where ${w.sets.among('email', part)}`)
}

/** Counters of many clients set to zero, so that it can be undone. */
export const createZeros = (w: Writing) => ({
  /** Comes first in an act: what a group has used decides about its members, too. */
  async set(tx: Tx, known: readonly Known[]): Promise<Zeroed> {
    const at = w.now()
    const isCounted = (k: Known) => usedBytes(k.traffic) > 0 || (k.traffic?.cut_at ?? 0) > 0
    const counted = known.filter(isCounted)
    const ids = counted.map((k) => k.row.id)
    const emailsOf = (those: readonly Known[]) => those.map((k) => k.row.email)
    const counts = {
      inbounds: await w.inboundTraffic.counts(tx, ids),
      quotas: await w.quotas.usage.counts(tx, ids),
    }
    const parts = partsOf(await w.hooks.counted?.(tx, ids), counts)
    await w.store.setCounters(tx, emailsOf(counted), 0, 0, at)
    await zeroFree(w, tx, emailsOf(known.filter((k) => !isCounted(k))))
    return { at, clients: new Set(counted), parts }
  },

  /** Keeps what these clients and their counters were. */
  keep: (
    tx: Tx,
    action: UndoableAct,
    drafts: readonly (Draft & { known: Known })[],
    { at, clients, parts }: Zeroed,
  ): Promise<{ undo?: number }> =>
    w.keep(
      tx,
      action,
      drafts.map((draft) => {
        const { row, traffic } = draft.known
        const counted = traffic &&
          clients.has(draft.known) && { counted: countedOf(traffic, at, parts(row.id)) }
        return { ...imageOf(draft), ...counted }
      }),
    ),
})
