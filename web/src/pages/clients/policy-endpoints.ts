import { groupPolicyRoutes, policyRoutes } from '#contract/routes/policies.ts'
import type { Remote } from '../../api/remote.ts'

type Api = typeof import('#contract/policies-api.ts').policiesApi
type GroupsApi = typeof import('#contract/clients-bulk-api.ts').clientGroupsApi

/** Only the dialogs of groups and plans and a client's drawer know these. */
export const policyEndpoints: { [Name in keyof typeof policyRoutes]: Remote<Api[Name]> } = policyRoutes
export const groupEndpoints: {
  [Name in keyof typeof groupPolicyRoutes]: Remote<GroupsApi[Name]>
} = groupPolicyRoutes
