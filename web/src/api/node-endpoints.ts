import { nodesRoutes } from '#contract/routes/nodes.ts'
import type { Remote } from './remote.ts'

type Api = typeof import('#contract/nodes-api.ts').nodesApi

/** `nodeEndpoints.add`: the endpoint that the contract calls `nodesApi.add`. Only pages that know nodes load these. */
export const nodeEndpoints: { [Name in keyof typeof nodesRoutes]: Remote<Api[Name]> } = nodesRoutes
