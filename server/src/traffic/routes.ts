import { trafficApi } from '#contract/traffic-api.ts'
import type { Mount } from '../platform/http/mount.ts'
import { type Commit, noted } from '../store/changes/commit.ts'
import type { Traffic } from './room.ts'

export function trafficRoutes(mount: Mount, { commit, traffic }: { commit: Commit; traffic: Traffic }): void {
  mount(trafficApi.state, () => {
    const verdict = traffic.clock.state()
    return {
      lastTick: traffic.lastTick(),
      clock: { held: verdict.held, jumpMs: verdict.held ? verdict.jumpMs : 0 },
    }
  })
  mount(trafficApi.acceptClock, async ({ actor }) => {
    traffic.clock.accept()
    await noted(commit, actor, { action: 'clock.accept', objectKind: 'clock', object: '' })
    return null
  })
}
