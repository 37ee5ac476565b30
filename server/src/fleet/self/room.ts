// This panel as a node of a central panel of our own kind (ADR 101). Owns no table: it applies what it is asked for through
// the rooms of inbounds and clients, and reports what changed. It costs nothing before a central panel asks.

import type { FleetApplied, FleetApply, FleetLook, FleetSeen } from '#contract/fleet-api.ts'
import type { By } from '../../inbounds/service.ts'
import type { Change } from '../../store/changes/change.ts'
import { createApply, type Made } from './apply.ts'
import { createChangeFeed } from './change-feed.ts'
import { type CheckDeps, createChecks } from './checks.ts'
import { createInventory } from './inventory.ts'
import { createOperations, type OperationDeps } from './operations.ts'
import { createReport, type ReportDeps } from './report.ts'
import { createRows } from './rows.ts'

type Deps = Omit<ReportDeps, 'feed' | 'inventory' | 'rows'> & Omit<OperationDeps, 'rows'> & CheckDeps

const picked = (hashes: Record<string, string>, tags: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(hashes).filter(([tag]) => tags.has(tag)))

export function createSelf(deps: Deps) {
  const rows = createRows(deps.db)
  const inventory = createInventory(deps.db)
  const feed = createChangeFeed()
  const made: Made = new Map()
  const report = createReport({ ...deps, feed, inventory, rows })
  const at = () => ({ epoch: feed.epoch, seq: feed.seq() })

  return {
    report,
    checks: createChecks(deps),
    async apply(body: FleetApply, by: By): Promise<FleetApplied> {
      const tags = new Set(body.ours)
      for (const key of body.keys)
        if (key.kind === 'inbound') for (const one of [key.be, key.placed]) if (one) tags.add(one.tag)
      const before = picked(await inventory.hashes(), tags)
      const keys = await createApply(createOperations({ ...deps, rows }, by), made)(body)
      const { epoch, seq } = at()
      return { epoch, seq, keys, before, after: picked(await inventory.hashes(), tags) }
    },
    async look({ inbounds, buckets }: FleetLook): Promise<FleetSeen> {
      const { epoch, seq } = at()
      const found = await inventory.inbounds(inbounds)
      const clients = await rows.clientsById(await inventory.clientsIn(buckets))
      return {
        epoch,
        seq,
        inbounds: found,
        clients: clients.map(({ email, subId, on, sums }) => ({
          email,
          subId,
          ...(sums ?? { up: 0, down: 0 }),
          on: Object.fromEntries(on),
        })),
      }
    },
    onChange(change: Change): void {
      inventory.onChange(change)
      report.onChange(change)
    },
    /** Callers that wait for a change are answered now. */
    stop: (): void => feed.end(),
  }
}

export type Self = ReturnType<typeof createSelf>
