import { certificatesRoutes } from '#contract/routes/certificates.ts'
import type { Remote } from './remote.ts'

type Api = typeof import('#contract/certificates-api.ts').certificatesApi

/** Apart from the others: they are loaded with the pages that use them. */
export const certificateEndpoints: { [Name in keyof typeof certificatesRoutes]: Remote<Api[Name]> } =
  certificatesRoutes
