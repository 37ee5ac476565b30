import type { EntryOutcome } from '#domain/entries/state.ts'
import { coded } from '#domain/refusal.ts'
import { createChanges } from '#server/entries/changes.ts'
import { createEntryStore } from '#server/entries/store.ts'
import { commitOn } from './commit.ts'
import { quiet } from './inbounds.ts'
import type { TestPanel } from './panel.ts'

export const good: EntryOutcome = { isGood: true, latencyMs: 80, exitAddress: '' }
export const bad: EntryOutcome = { isGood: false, stage: 'silent', cause: coded('entry.silent') }

/** A round of checks, five minutes after the last one: what it found on each port of an inbound. */
export async function checkRound(
  { panel, now, advance }: Pick<TestPanel, 'panel' | 'now' | 'advance'>,
  { id: inboundId }: { id: number },
  found: Record<number, EntryOutcome>,
): Promise<void> {
  advance(5 * 60_000)
  const places = Object.entries(found).map(([port, outcome], i) => ({
    ...{ inboundId, entry: `${quiet}:${port}`, position: i + 1, address: quiet, port: Number(port) },
    ...{ remark: '', outcome },
  }))
  const { db, core, changeListeners } = panel
  const changes = createChanges({ core, now })
  const store = createEntryStore({ db, commit: commitOn(db, changeListeners), now, changes })
  await store.write([inboundId], places, places)
}
