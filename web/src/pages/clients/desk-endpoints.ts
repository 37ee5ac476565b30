import { clientDeskRoutes } from '#contract/routes/client-desk.ts'
import type { Remote } from '../../api/remote.ts'

type Api = typeof import('#contract/client-desk-api.ts').clientDeskApi

/** Only the page of clients knows these. */
export const deskEndpoints: { [Name in keyof typeof clientDeskRoutes]: Remote<Api[Name]> } = clientDeskRoutes
