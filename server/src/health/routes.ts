import { healthApi } from '#contract/health-api.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { HealthRoom } from './room.ts'

export function healthRoutes(mount: Mount, health: HealthRoom): void {
  mount(healthApi.state, () => health.view())
  mount(healthApi.mute, async ({ body, actor }) => {
    await health.mute(body.id, body.reason, actor)
    return health.view()
  })
  mount(healthApi.unmute, async ({ body, actor }) => {
    await health.unmute(body.id, actor)
    return health.view()
  })
}
