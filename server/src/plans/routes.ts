import type { Coded } from '#contract/coded.ts'
import type { Plan } from '#contract/plan.ts'
import { plansApi } from '#contract/plans-api.ts'
import { policiesApi } from '#contract/policies-api.ts'
import { withNotes } from '../platform/http/envelope.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Plans } from './room.ts'

/** Limits of a plan that do not hold on nodes of its clients and inbounds. */
export interface NotInForce {
  ofPlan(plan: Plan): Promise<readonly Coded[]>
  ofApplied(plan: Plan): Promise<readonly Coded[]>
}

export function planRoutes(mount: Mount, plans: Plans, notInForce: NotInForce): void {
  const saved = async (says: string, plan: Plan) => withNotes(says, await notInForce.ofPlan(plan), plan)
  mount(plansApi.list, () => plans.list())
  mount(plansApi.add, async ({ body, actor }) => saved(plansApi.add.says, await plans.add(body, actor)))
  mount(plansApi.update, async ({ params, body, actor }) =>
    saved(plansApi.update.says, await plans.update(Number(params.id), body, actor)),
  )
  mount(policiesApi.planMembers, () => plans.members())
  mount(policiesApi.previewPlan, ({ params }) => plans.preview(Number(params.id)))
  mount(policiesApi.applyPlan, async ({ params, body, actor }) => {
    const { plan, changed } = await plans.apply(Number(params.id), body.version, actor)
    return withNotes(policiesApi.applyPlan.says, await notInForce.ofApplied(plan), { changed })
  })
  mount(plansApi.del, ({ params, actor }) => plans.del(Number(params.id), actor))
}
