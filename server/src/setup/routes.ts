import { setupApi } from '#contract/setup-api.ts'
import type { Auth } from '../auth/room.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Setup } from './service.ts'

export function setupRoutes(mount: Mount, setup: Setup, { replaceMade }: Pick<Auth, 'replaceMade'>): void {
  mount(setupApi.state, ({ caller }) => setup.state(caller.userId))
  mount(setupApi.secure, async ({ caller, body, actor }) => {
    await replaceMade(caller, body, actor)
    return null
  })
  mount(setupApi.target, () => setup.target())
  mount(setupApi.done, ({ actor }) => setup.done(actor))
}
