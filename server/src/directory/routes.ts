import { directoryApi } from '#contract/directory-api.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Directory } from './room.ts'

export function directoryRoutes(mount: Mount, directory: Directory): void {
  mount(directoryApi.plan, () => directory.plan())
  mount(directoryApi.confirm, ({ body, actor }) => directory.confirm(body.digest, actor))
  mount(directoryApi.test, ({ body }) => directory.test(body))
  mount(directoryApi.dryRun, ({ body }) => directory.dryRun(body))
}
