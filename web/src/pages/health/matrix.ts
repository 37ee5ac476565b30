import type { Entries, EntryCheck, EntryEye } from '#contract/entries-api.ts'
import { keptDays, oldestDay } from '#domain/entries/state.ts'
import { keyOfEntry } from '../../entries/outcome.ts'

const dayMs = 86_400_000

export interface MatrixRow {
  key: string
  /** What all its cells share. */
  entry: EntryCheck
  /** One per eye, undefined where it has not looked. */
  cells: readonly (EntryCheck | undefined)[]
  /** The place of the cell that a narrow screen shows. */
  worst: number
  /** Its inbound has more entries: the remark tells them apart. */
  isOneOfSeveral: boolean
}

const badness = (cell: EntryCheck | undefined): number => {
  if (!cell) return -1
  return cell.state === 'failed' ? Number.POSITIVE_INFINITY : cell.latencyMs
}

/** Entries against eyes: those that have looked, this server first. Entries that fail are first. */
export function matrixOf({ entries, eyes: all }: Pick<Entries, 'entries' | 'eyes'>): {
  eyes: EntryEye[]
  rows: MatrixRow[]
} {
  const looked = new Set(entries.map(({ eye }) => eye))
  const eyes = all.filter(({ id }) => looked.has(id))
  const byEntry = new Map<string, EntryCheck[]>()
  for (const one of entries) byEntry.set(keyOfEntry(one), [...(byEntry.get(keyOfEntry(one)) ?? []), one])
  const counts = new Map<number, number>()
  for (const [first] of byEntry.values())
    if (first) counts.set(first.inboundId, (counts.get(first.inboundId) ?? 0) + 1)
  const rows = [...byEntry].flatMap(([key, [entry, ...others]]): MatrixRow[] => {
    if (!entry) return []
    const seen = [entry, ...others]
    const cells = eyes.map(({ id }) => seen.find(({ eye }) => eye === id))
    const worst = cells.reduce((at, cell, i) => (badness(cell) > badness(cells[at]) ? i : at), 0)
    return [{ key, entry, cells, worst, isOneOfSeveral: (counts.get(entry.inboundId) ?? 0) > 1 }]
  })
  const fails = (row: MatrixRow) => Number(row.cells.some((cell) => cell?.state === 'failed'))
  return { eyes, rows: rows.toSorted((a, b) => fails(b) - fails(a)) }
}

export interface DayBar {
  day: number
  /** From 0 to 1; undefined: nobody looked. */
  share: number | undefined
}

/** The last 30 days, the oldest first, also those without a check. */
export function barsOf(days: EntryCheck['days'], now: number): DayBar[] {
  const known = new Map(days.map((one) => [one.day, one]))
  return Array.from({ length: keptDays }, (_, i) => {
    const day = oldestDay(now) + dayMs * i
    const { good = 0, failed = 0 } = known.get(day) ?? {}
    return { day, share: good + failed > 0 ? good / (good + failed) : undefined }
  })
}

/** Of all checks of these days: how many percent were good, and how many days had failures. */
export function historyOf(days: EntryCheck['days']): { percent: number; badDays: number } | undefined {
  const good = days.reduce((sum, day) => sum + day.good, 0)
  const all = days.reduce((sum, day) => sum + day.good + day.failed, 0)
  if (all === 0) return undefined
  // A single failure is not 100 %.
  const percent = good < all ? Math.min(99, Math.floor((good / all) * 100)) : 100
  return { percent, badDays: days.filter(({ failed }) => failed > 0).length }
}

const leastMs = 15 * 60_000

/** A result that the checks would have replaced if they could: it says how it was, not how it is. */
export const isOld = ({ checkedAt }: EntryCheck, everyMinutes: number, now: number): boolean =>
  everyMinutes === 0 || now - checkedAt > Math.max(leastMs, 3 * 60_000 * everyMinutes)
