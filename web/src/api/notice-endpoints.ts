import { noticesRoutes } from '#contract/routes/notices.ts'
import type { Remote } from './remote.ts'

type Api = typeof import('#contract/notices-api.ts').noticesApi

/** `noticeEndpoints.list`: the endpoint that the contract calls `noticesApi.list`. Only cards of notices load these. */
export const noticeEndpoints: { [Name in keyof typeof noticesRoutes]: Remote<Api[Name]> } = noticesRoutes
