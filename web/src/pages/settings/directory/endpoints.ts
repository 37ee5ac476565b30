import { directoryRoutes } from '#contract/routes/directory.ts'
import type { Remote } from '../../../api/remote.ts'

type Api = typeof import('#contract/directory-api.ts').directoryApi

/** Only this page knows the directory. */
export const directoryEndpoints: { [Name in keyof typeof directoryRoutes]: Remote<Api[Name]> } =
  directoryRoutes
