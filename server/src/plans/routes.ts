import { plansApi } from '#contract/plans-api.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Plans } from './service.ts'

export function planRoutes(mount: Mount, plans: Plans): void {
  mount(plansApi.list, () => plans.list())
  mount(plansApi.add, ({ body, actor }) => plans.add(body, actor))
  mount(plansApi.update, ({ params, body, actor }) => plans.update(Number(params.id), body, actor))
  mount(plansApi.del, ({ params, actor }) => plans.del(Number(params.id), actor))
}
