import { z } from 'zod'
import { Plan, PlanInput } from './plan.ts'
import { endpoint, nothing } from './wire.ts'

const root = '/panel/api/plans'
const saved = 'The plan has been saved.'

export const plansApi = {
  list: endpoint({ method: 'GET', path: `${root}/list`, summary: 'Plans', reply: z.array(Plan) }),
  add: endpoint({
    method: 'POST',
    path: `${root}/add`,
    summary: 'Create a plan',
    body: PlanInput,
    reply: Plan,
    says: saved,
  }),
  update: endpoint({
    method: 'POST',
    path: `${root}/update/:id`,
    summary: 'Replace a plan',
    body: PlanInput,
    reply: Plan,
    says: saved,
  }),
  del: endpoint({
    method: 'POST',
    path: `${root}/del/:id`,
    summary: 'Delete a plan; clients created from it are unchanged',
    reply: nothing,
    says: 'The plan has been deleted.',
  }),
} as const
