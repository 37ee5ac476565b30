import type { Snapshot } from '#domain/fleet/snapshot.ts'
import type { NodeCalls } from '../registry/calls.ts'
import { type NodeRow, toFields } from '../registry/row.ts'
import type { Compare } from '../sync/compare.ts'
import { oursIn, type Picture } from '../sync/state.ts'
import type { Worker } from '../sync/worker.ts'
import type { Reports } from '../usage/counters.ts'
import { hasDrifted, type Seen, seenOf } from './drift.ts'
import { createWire } from './three-x-ui.ts'

interface Deps {
  call: NodeCalls
  worker: Worker
  compare: Compare
  reports: Reports
}

interface Round {
  row: NodeRow
  signal: AbortSignal
  mustCompare: boolean
  /** What of ours the node had at the last look. */
  before: Seen | undefined
  compared: () => void
}

const onlineOf = ({ clients }: Snapshot, ours: ReadonlySet<string>, emails: readonly string[]): string[] => {
  const placed = new Set(
    [...clients.values()]
      .filter(({ on }) => [...on.keys()].some((tag) => ours.has(tag)))
      .map(({ email }) => email),
  )
  return emails.filter((email) => placed.has(email))
}

const lookOf = (picture: Picture): Seen => {
  const gone = [...picture.placedInbounds.values()].filter(({ goneAt }) => goneAt > 0).map(({ tag }) => tag)
  return seenOf(picture.snapshot, oursIn(picture), gone)
}

/** A round with a panel that understands the calls of 3x-ui: each look at it is its whole list. */
export function createListRun({ call, worker, compare, reports }: Deps) {
  return async function run({ row, signal, mustCompare, before, compared }: Round) {
    const wire = createWire(call, toFields(row), signal)
    let last: Picture | undefined
    const seen = (picture: Picture) => {
      last = picture
      reports.take(row.id, picture.snapshot)
    }
    const compareAll = async () => {
      await compare(row.id, wire)
      compared()
    }
    if (mustCompare) await compareAll()
    const { settled } = await worker.round(row.id, wire, seen)
    if (!last) return undefined
    if (before && hasDrifted(before, lookOf(last), settled)) {
      await compareAll()
      await worker.round(row.id, wire, seen)
    }
    const ours = oursIn(last)
    const online = ours.size === 0 ? [] : onlineOf(last.snapshot, ours, await wire.online())
    return { seen: lookOf(last), online }
  }
}

export type ListRun = ReturnType<typeof createListRun>
