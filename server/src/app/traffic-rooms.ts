import type { Delta } from '#domain/traffic/delta.ts'
import { createInboundMetering } from '../inbounds/metering.ts'
import { createMetrics } from '../metrics/room.ts'
import { createClientAlerts } from '../notices/client-alerts.ts'
import { version } from '../platform/version.ts'
import { createClientRate } from '../traffic/client-rate.ts'
import { fastest } from '../traffic/fastest.ts'
import { createTrafficHistory } from '../traffic/history/room.ts'
import { createUsage } from '../traffic/history/usage.ts'
import { createTraffic, type Traffic, type TrafficDeps } from '../traffic/room.ts'
import type { Source } from '../traffic/source-ledger.ts'
import type { CoreRooms } from './core-rooms.ts'
import type { Ground } from './ground.ts'

/** Counters for tests. */
export interface Metering extends Partial<Pick<TrafficDeps, 'live' | 'monotonic'>> {
  /** Replaces this instance's core. */
  core?: Omit<Source, 'id'> & { restartService(): Promise<unknown> }
  /** Additional cores. */
  others?: readonly Source[]
}

/** The traffic tick and the rooms that count with it. */
export function createTrafficRooms(
  ground: Ground,
  { core, live, presence, outbounds }: CoreRooms,
  counting: Pick<TrafficDeps, 'clients' | 'devices'>,
  { online, reports }: Pick<TrafficDeps, 'online' | 'reports'>,
  { core: counted = core, others = [], ...more }: Metering = {},
  moved: (deltas: readonly Delta[]) => void = () => {},
) {
  const { db, instance, leadership, log, now, egress, commit, hub, settings, bulkReads } = ground
  const history = createTrafficHistory({ db, commit, now, zone: () => settings.current().timeLocation })
  const usage = createUsage({ db, now, scan: bulkReads.scan, ...history })
  const rate = createClientRate(now)
  const metrics = createMetrics({ db, online, version, core: core.status, startedAt: now() })
  const alerts = createClientAlerts({ ...ground.notices, settings })
  let last: readonly Delta[] = []
  const traffic: Traffic = createTraffic({
    db,
    now,
    log,
    commit,
    hub,
    egress,
    settings,
    leadership,
    sources: [{ id: instance.id, startId: counted.startId, api: counted.api }, ...others],
    restartCore: counted.restartService,
    ...counting,
    inbounds: createInboundMetering(db),
    outbounds: outbounds.traffic,
    record: history.record,
    // This machine's kernel sees only the connections of its own core.
    live: live.liveBytes((email) => traffic.counted(email, instance.id)),
    online,
    alerts,
    reports,
    ticked(deltas, at, tookMs, done, all) {
      presence.moved(
        deltas.filter((d) => d.kind === 'client').map((d) => d.name),
        at,
      )
      metrics.ticked(tookMs, done)
      last = all
      rate.ticked(all, at)
      moved(all)
    },
    ...more,
  })
  return { history, usage, metrics, traffic, clientRate: rate.now, rates: () => fastest(last) }
}
