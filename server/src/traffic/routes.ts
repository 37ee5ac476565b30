import { trafficApi } from '#contract/traffic-api.ts'
import { appendAudit } from '../platform/audit/trail.ts'
import type { Db } from '../platform/db/open.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Traffic } from './room.ts'

interface Deps {
  db: Db
  now: () => number
  traffic: Traffic
}

export function trafficRoutes(mount: Mount, { db, now, traffic }: Deps): void {
  mount(trafficApi.state, () => {
    const verdict = traffic.clock.state()
    return {
      lastTick: traffic.lastTick(),
      clock: { held: verdict.held, jumpMs: verdict.held ? verdict.jumpMs : 0 },
    }
  })
  mount(trafficApi.acceptClock, async ({ actor }) => {
    traffic.clock.accept()
    const deed = { action: 'clock.accept', objectKind: 'clock', object: '' }
    await db.write((tx) => appendAudit(tx, actor, deed, now()))
    return null
  })
}
