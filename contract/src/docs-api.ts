import { z } from 'zod'
import { panelRoutes } from './routes/panel.ts'
import { api } from './wire.ts'

export const docsApi = api(panelRoutes.docs, {
  openApi: { summary: 'OpenAPI description of every endpoint', reply: z.record(z.string(), z.unknown()) },
})
