import { devicesRoutes } from '#contract/routes/devices.ts'
import type { Remote } from '../../api/remote.ts'

type Api = typeof import('#contract/devices-api.ts').devicesApi

/** Only the devices of a client's drawer know these. */
export const deviceEndpoints: { [Name in keyof typeof devicesRoutes]: Remote<Api[Name]> } = devicesRoutes
