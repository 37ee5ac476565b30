import {
  downSince,
  isWell,
  type LoadOrder,
  nextOrder,
  noOrder,
  orderOf,
  ranksOf,
} from '#domain/nodes/load-order.ts'
import type { Leadership } from '../../instance/leadership.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Base } from '../../settings/base-services.ts'
import type { Workers } from '../sync/workers.ts'
import type { NodeRow } from './calls.ts'
import type { Heartbeat } from './heartbeat.ts'

interface Deps extends Pick<Base, 'commit' | 'now' | 'settings'> {
  heartbeat: Pick<Heartbeat, 'nodes' | 'beat'>
  workers: Pick<Workers, 'online' | 'error'>
  /** How many clients are online at the core of this panel; infinite while it does not run. */
  onlineHere: () => number
  leadership: Pick<Leadership, 'watch'>
}

const everyMs = 15_000
const actor = { kind: 'job', name: 'node-availability', address: '' } as const

/**
 * Decides which nodes subscriptions leave out and in which order the others come, and stores it with the nodes. So every
 * panel on the database lists the same, a restart changes nothing, and an answer needs no call of a node (ADR 053).
 */
export function createAvailability(deps: Deps) {
  const { commit, now, settings, heartbeat, workers, onlineHere } = deps
  /** Nodes through which nobody can connect, and when this process first saw that; 0 for an earlier process. */
  const unwell = new Map<number, number>()
  let order: LoadOrder | undefined
  // Another instance may have decided since: what is stored is where a new leader begins.
  deps.leadership.watch({
    begins() {
      unwell.clear()
      order = undefined
    },
  })

  const healthOf = (row: NodeRow) => {
    const beat = heartbeat.beat(row.id)
    return {
      enable: row.enable,
      status: beat?.status ?? row.status,
      coreState: beat?.said?.coreState ?? row.xray_state,
      lastAnswer: (beat?.lastHeartbeat ?? row.last_heartbeat) * 1_000 || row.created_at,
    }
  }

  function isDown(row: NodeRow, minutes: number): boolean {
    const health = healthOf(row)
    if (isWell(health)) unwell.delete(row.id)
    else if (!unwell.has(row.id)) unwell.set(row.id, row.sub_down ? 0 : now())
    const since = downSince(health, unwell.get(row.id) ?? now())
    return minutes > 0 && since !== undefined && now() - since > minutes * 60_000
  }

  const loadOf = (row: NodeRow): number =>
    row.enable && isWell(healthOf(row)) && !workers.error(row.id)
      ? workers.online(row.id).length
      : Number.POSITIVE_INFINITY

  function ranks(rows: readonly NodeRow[]): ReadonlyMap<number, number> {
    if (!settings.current().subLeastLoadedFirst) {
      order = undefined
      return new Map()
    }
    const stored = new Map(rows.map(({ id, sub_rank }) => [id, sub_rank]))
    const known = rows.some(({ sub_rank }) => sub_rank !== 0)
    order ??= known ? { order: orderOf(stored), aheadSince: new Map() } : noOrder
    const loads = new Map([[0, onlineHere()], ...rows.map((row) => [row.id, loadOf(row)] as const)])
    order = nextOrder(order, loads, now())
    return ranksOf(order.order)
  }

  async function run(): Promise<void> {
    const rows = await heartbeat.nodes()
    if (rows.length === 0) return
    const minutes = settings.current().subNodeDownMinutes
    const desired = ranks(rows)
    const due = rows.flatMap((row) => {
      const next = { sub_down: isDown(row, minutes), sub_rank: desired.get(row.id) ?? 0 }
      return next.sub_down === row.sub_down && next.sub_rank === row.sub_rank ? [] : [{ id: row.id, next }]
    })
    if (due.length === 0) return
    await commit(actor, async (tx) => {
      for (const { id, next } of due) await tx.updateTable('nodes').set(next).where('id', '=', id).execute()
      return { result: undefined, change: { kind: 'node-availability-changed' } }
    })
  }

  return { job: { name: 'node-availability', everyMs, leaderOnly: true, run } satisfies Job }
}
