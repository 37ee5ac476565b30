import { docsApi } from '#contract/docs-api.ts'
import { openApi } from './openapi.ts'
import type { Http } from './server.ts'

/** Built on the first request and cached: the table does not change while the panel runs. */
export function docsRoutes({ mount, table }: Http, version: string, basePath: string): void {
  let made: Record<string, unknown> | undefined
  mount(docsApi.openApi, () => {
    made ??= openApi(table, version, basePath)
    return made
  })
}
