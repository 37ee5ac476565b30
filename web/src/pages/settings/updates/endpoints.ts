import { updatesRoutes } from '#contract/routes/updates.ts'
import type { Remote } from '../../../api/remote.ts'

type Api = typeof import('#contract/updates-api.ts').updatesApi

/** Only this card knows about updates. */
export const updateEndpoints: { [Name in keyof typeof updatesRoutes]: Remote<Api[Name]> } = updatesRoutes
