import { createTrafficHistory } from '../history/room.ts'
import { createInboundMetering } from '../inbounds/metering.ts'
import { createMetrics } from '../metrics/room.ts'
import { version } from '../platform/version.ts'
import { createTraffic, type Traffic, type TrafficDeps } from '../traffic/room.ts'
import type { CoreRooms } from './core-rooms.ts'
import type { Ground } from './ground.ts'

/** Tests have counters of their own. */
export type Metering = Partial<Pick<TrafficDeps, 'core' | 'live' | 'monotonic'>>

/** Every byte once: the ledger's tick, and who counts with it. */
export function createTrafficRooms(
  ground: Ground,
  { core, live, presence, outbounds }: CoreRooms,
  clients: TrafficDeps['clients'],
  metering: Metering = {},
) {
  const { db, log, now, egress, commit, hub, settings } = ground
  const { online } = presence
  const history = createTrafficHistory({ db, commit, now, zone: () => settings.current().timeLocation })
  const metrics = createMetrics({ db, online, version, core: core.status, startedAt: now() })
  const traffic: Traffic = createTraffic({
    db,
    now,
    log,
    commit,
    hub,
    egress,
    settings: settings.current,
    core,
    clients,
    inbounds: createInboundMetering(db),
    outbounds: outbounds.traffic,
    record: history.record,
    live: live.liveBytes((email) => traffic.counted(email)),
    online,
    ticked(deltas, at, tookMs, done) {
      presence.moved(
        deltas.filter((d) => d.kind === 'client').map((d) => d.name),
        at,
      )
      metrics.ticked(tookMs, done)
    },
    ...metering,
  })
  return { history, metrics, traffic }
}
