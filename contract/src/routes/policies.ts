import { under } from './under.ts'

/** Separate from the other routes of the web app: only the page of plans and groups needs them. */
export const policyRoutes = {
  ...under('/panel/api/plans', {
    previewPlan: 'POST /preview/:id',
    applyPlan: 'POST /apply/:id',
    planMembers: 'GET /members',
  }),
  ...under('/panel/api/clients', {
    refusals: 'GET /refusals/:email',
  }),
}

export const groupPolicyRoutes = under('/panel/api/clients', {
  create: 'POST /groups/create',
  update: 'POST /groups/update',
  rename: 'POST /groups/rename',
  del: 'POST /groups/delete',
  resetTraffic: 'POST /groups/resetTraffic',
})
