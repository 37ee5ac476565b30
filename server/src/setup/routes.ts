import { setupApi } from '#contract/setup-api.ts'
import type { Mount } from '../http/mount.ts'
import type { Setup } from './service.ts'

export function setupRoutes(mount: Mount, setup: Setup): void {
  mount(setupApi.state, ({ caller }) => setup.state(caller.userId))
  mount(setupApi.target, () => setup.target())
  mount(setupApi.done, ({ actor }) => setup.done(actor))
}
