import type { Coded } from '#contract/coded.ts'
import { followApi } from '#contract/follow-api.ts'
import type { Plan } from '#contract/plan.ts'
import { plansApi } from '#contract/plans-api.ts'
import { policiesApi } from '#contract/policies-api.ts'
import type { By } from '../clients/service.ts'
import { withNotes } from '../platform/http/envelope.ts'
import type { Call, Mount } from '../platform/http/mount.ts'
import type { Plans } from './room.ts'

/** Limits of a plan that do not hold on nodes of its clients and inbounds. */
export interface NotInForce {
  ofPlan(plan: Plan): Promise<readonly Coded[]>
  ofApplied(plan: Plan): Promise<readonly Coded[]>
}

const by = ({ caller, actor }: Pick<Call, 'caller' | 'actor'>): By => ({ userId: caller.userId, actor })

export function planRoutes(mount: Mount, plans: Plans, notInForce: NotInForce): void {
  const saved = async (says: string, plan: Plan) => withNotes(says, await notInForce.ofPlan(plan), plan)
  mount(plansApi.list, () => plans.list())
  mount(plansApi.add, async (call) => saved(plansApi.add.says, await plans.add(call.body, by(call))))
  mount(plansApi.update, async (call) =>
    saved(plansApi.update.says, await plans.update(Number(call.params.id), call.body, by(call))),
  )
  mount(policiesApi.planMembers, () => plans.members())
  mount(policiesApi.previewPlan, ({ params }) => plans.preview(Number(params.id)))
  mount(policiesApi.applyPlan, async ({ params, body, actor }) => {
    const { plan, changed } = await plans.apply(Number(params.id), body.version, actor)
    return withNotes(policiesApi.applyPlan.says, await notInForce.ofApplied(plan), { changed })
  })
  mount(followApi.previewPlan, (call) => plans.previewFollow(Number(call.params.id), call.body, by(call)))
  mount(followApi.savePlan, (call) => plans.follow(Number(call.params.id), call.body, by(call)))
  mount(plansApi.del, ({ params, actor }) => plans.del(Number(params.id), actor))
}
