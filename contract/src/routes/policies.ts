import { under } from './under.ts'

/** Apart from the other routes of the web app: only the dialogs of groups and plans need them. */
export const policyRoutes = {
  ...under('/panel/api/plans', {
    previewPlan: 'POST /preview/:id',
    applyPlan: 'POST /apply/:id',
  }),
  ...under('/panel/api/clients', {
    refusals: 'GET /refusals/:email',
  }),
}

export const groupPolicyRoutes = under('/panel/api/clients', {
  create: 'POST /groups/create',
  update: 'POST /groups/update',
  resetTraffic: 'POST /groups/resetTraffic',
})
