import { healthRoutes } from '#contract/routes/health.ts'
import type { Remote } from '../../api/remote.ts'

type Api = typeof import('#contract/health-api.ts').healthApi

/** Only the pages Health and Activity ask. */
export const healthEndpoints: { [Name in keyof typeof healthRoutes]: Remote<Api[Name]> } = healthRoutes
