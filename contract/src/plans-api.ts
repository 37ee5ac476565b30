import { z } from 'zod'
import { Plan, PlanInput } from './plan.ts'
import { clientsRoutes } from './routes/clients.ts'
import { api } from './wire.ts'

const saved = 'The plan has been saved.'

export const plansApi = api(clientsRoutes.plans, {
  list: { summary: 'Plans', reply: z.array(Plan) },
  add: {
    summary: 'Create a plan',
    body: PlanInput,
    reply: Plan,
    says: saved,
  },
  update: {
    summary: 'Replace a plan',
    body: PlanInput,
    reply: Plan,
    says: saved,
  },
  del: {
    summary: 'Delete a plan; clients created from it are unchanged',
    says: 'The plan has been deleted.',
  },
})
