import { usageRoutes } from '#contract/routes/usage.ts'
import type { Remote } from './remote.ts'

type Api = typeof import('#contract/usage-api.ts').usageApi

/** `usageEndpoints.list`: the endpoint that the contract calls `usageApi.list`. Only pages that show usage load these. */
export const usageEndpoints: { [Name in keyof typeof usageRoutes]: Remote<Api[Name]> } = usageRoutes
