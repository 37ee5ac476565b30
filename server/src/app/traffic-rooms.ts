import type { Delta } from '#domain/traffic/delta.ts'
import { createInboundMetering } from '../inbounds/metering.ts'
import { createMetrics } from '../metrics/room.ts'
import { createClientAlerts } from '../notices/client-alerts.ts'
import { version } from '../platform/version.ts'
import type { OnlineLists } from '../presence/online.ts'
import { createClientRate, fastest } from '../traffic/client-rate.ts'
import { createUsageOfClient } from '../traffic/history/of-client.ts'
import { createTrafficHistory } from '../traffic/history/room.ts'
import { createUsage } from '../traffic/history/usage.ts'
import { createTraffic, type Traffic, type TrafficDeps } from '../traffic/room.ts'
import type { Source } from '../traffic/source-ledger.ts'
import type { BaseServices } from './base-services.ts'
import type { ClientRooms } from './client-rooms.ts'
import type { CoreRooms } from './core-rooms.ts'

/** Counters for tests. */
export interface Metering extends Partial<Pick<TrafficDeps, 'live' | 'monotonic'>> {
  /** Replaces this instance's core. */
  core?: Omit<Source, 'id'> & { restartService(): Promise<void> }
  others?: readonly Source[]
}

/** What is remembered of past ticks, for rooms that show it. */
export function createHistoryRooms(base: BaseServices) {
  const history = createTrafficHistory(base)
  const rate = createClientRate(base.now)
  let last: readonly Delta[] = []
  return {
    history,
    clientRate: rate,
    /** The clients that moved the most bytes in the last tick. */
    rates: () => fastest(last),
    ticked(all: readonly Delta[], at: number): void {
      last = all
      rate.ticked(all, at)
    },
  }
}

export type History = ReturnType<typeof createHistoryRooms>

/** The traffic tick and the rooms that count with it. */
export function createTrafficRooms(
  base: BaseServices,
  { core, live, presence, outbounds }: CoreRooms,
  past: History,
  { clientRoom, devices }: ClientRooms,
  online: OnlineLists,
  { core: counted = core, others = [], ...more }: Metering = {},
) {
  const { db, instance, now, settings } = base
  const { history } = past
  const usage = createUsage({ ...base, history })
  const { inboundTraffic } = clientRoom
  const usageOfClient = createUsageOfClient({ ...base, ...usage, inboundTraffic, history })
  const metrics = createMetrics({ db, online: online.everywhere, version, core, startedAt: now() })
  const alerts = createClientAlerts({ notices: base.notices, settings })
  const traffic: Traffic = createTraffic({
    ...base,
    sources: [{ id: instance.id, startId: counted.startId, api: counted.api }, ...others],
    core: counted,
    clients: clientRoom.metering,
    devices,
    inbounds: createInboundMetering(db),
    outbounds: outbounds.traffic,
    history,
    // This machine's kernel sees only the connections of its own core.
    live: live.liveBytes({ counted: (email) => traffic.counted(email, instance.id) }),
    online,
    alerts,
    ...more,
  })
  traffic.onTick(({ here, at, tookMs, done, all }) => {
    presence.moved(
      here.filter((d) => d.kind === 'client').map((d) => d.name),
      at,
    )
    metrics.ticked(tookMs, done)
    past.ticked(all, at)
  })
  clientRoom.attach(traffic.names)
  core.attach({ ending: (api, startId) => traffic.lastReading(instance.id, api, startId) })
  return { ...past, usage, usageOfClient, metrics, traffic }
}
