import { hostsRoutes } from '#contract/routes/hosts.ts'
import type { Remote } from './remote.ts'

type Api = typeof import('#contract/hosts-api.ts').hostsApi

/** `hostEndpoints.add`: the endpoint that the contract calls `hostsApi.add`. */
export const hostEndpoints: { [Name in keyof typeof hostsRoutes]: Remote<Api[Name]> } = hostsRoutes
