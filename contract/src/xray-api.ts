import { z } from 'zod'
import { networkRoutes } from './routes/network.ts'
import { seenVersion } from './versions.ts'
import { api } from './wire.ts'

/** The core template and related settings. */
export const xrayApi = api(networkRoutes.xray, {
  /** JSON text inside the envelope, as existing clients expect. */
  read: { summary: 'Template, available tags and test URL, as one JSON text', reply: z.string() },
  /** GET works only under this prefix; the other one serves the page of the same name. */
  readByGet: { summary: 'Template, available tags and test URL, as one JSON text', reply: z.string() },
  update: {
    summary: 'Save the template; changes are applied live if possible, others wait for a restart',
    query: seenVersion,
    body: z.object({
      xraySetting: z.union([z.string(), z.record(z.string(), z.unknown())]),
      outboundTestUrl: z.string().optional(),
    }),
    says: 'The parameters have been changed.',
  },
  getDefaultJsonConfig: { summary: 'The default template', reply: z.record(z.string(), z.unknown()) },
  result: { summary: "The core's last error; blank if it is running", reply: z.string() },
})
