import { plansApi } from '#contract/plans-api.ts'
import { policiesApi } from '#contract/policies-api.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Plans } from './service.ts'

export function planRoutes(mount: Mount, plans: Plans): void {
  mount(plansApi.list, () => plans.list())
  mount(plansApi.add, ({ body, actor }) => plans.add(body, actor))
  mount(plansApi.update, ({ params, body, actor }) => plans.update(Number(params.id), body, actor))
  mount(policiesApi.previewPlan, ({ params }) => plans.preview(Number(params.id)))
  mount(policiesApi.applyPlan, ({ params, body, actor }) =>
    plans.apply(Number(params.id), body.version, actor),
  )
  mount(plansApi.del, ({ params, actor }) => plans.del(Number(params.id), actor))
}
