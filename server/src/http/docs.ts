import { z } from 'zod'
import { endpoint } from '#contract/wire.ts'
import { openApi } from './openapi.ts'
import type { Http } from './server.ts'

const document = endpoint({
  method: 'GET',
  path: '/panel/api/openapi.json',
  summary: 'This description of every endpoint',
  bare: true,
  reply: z.record(z.string(), z.unknown()),
})

/** Made when first asked for and kept: the table does not change while the panel serves it. */
export function docsRoutes({ mount, table }: Http, version: string, basePath: string): void {
  let made: Record<string, unknown> | undefined
  mount(document, () => {
    made ??= openApi(table, version, basePath)
    return made
  })
}
