import { updatesApi as api } from '#contract/updates-api.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Updates } from './room.ts'

export function updateRoutes(mount: Mount, updates: Updates): void {
  mount(api.state, () => updates.state())
  mount(api.check, async () => {
    await updates.look().catch(() => {}) // the state says why
    return updates.state()
  })
  mount(api.plan, ({ query }) => updates.plan(query.version))
  mount(api.start, ({ body, actor }) => updates.start(body.version, actor))
  mount(api.setChannel, ({ body, actor }) =>
    updates.setChannel(body.channel ?? (body.dev ? 'dev' : 'stable'), actor),
  )
  mount(api.info, () => updates.info())
  mount(api.status, () => updates.status())
}
