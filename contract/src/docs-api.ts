import { z } from 'zod'
import { endpoint } from './wire.ts'

export const docsApi = {
  openApi: endpoint({
    method: 'GET',
    path: '/panel/api/openapi.json',
    summary: 'OpenAPI description of every endpoint',
    bare: true,
    reply: z.record(z.string(), z.unknown()),
  }),
}
