import { certificatesRoutes } from '#contract/routes/certificates.ts'
import type { Remote } from '../../../api/remote.ts'

type Api = typeof import('#contract/certificates-api.ts').certificatesApi

/** Only this page knows certificates. */
export const certificateEndpoints: { [Name in keyof typeof certificatesRoutes]: Remote<Api[Name]> } =
  certificatesRoutes
