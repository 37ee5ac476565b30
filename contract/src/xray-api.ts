import { z } from 'zod'
import { endpoint, nothing } from './wire.ts'

/** Both prefixes behave the same; bearer tokens work on the second one only (R12). */
const under = <const P extends string>(path: P) => ({
  path: `/panel/xray/${path}` as const,
  also: [`/panel/api/xray/${path}`] as const,
})

/** The core template and related settings. */
export const xrayApi = {
  /** JSON text inside the envelope, as existing clients expect. */
  read: endpoint({
    ...under(''),
    method: 'POST',
    summary: 'Template, available tags and test URL, as one JSON text',
    reply: z.string(),
  }),
  /** GET works only under this prefix; the other one serves the page of the same name. */
  readByGet: endpoint({
    path: '/panel/api/xray/',
    method: 'GET',
    summary: 'Template, available tags and test URL, as one JSON text',
    reply: z.string(),
  }),
  update: endpoint({
    ...under('update'),
    method: 'POST',
    summary: 'Save the template; changes are applied live if possible, others wait for a restart',
    body: z.object({
      xraySetting: z.union([z.string(), z.record(z.string(), z.unknown())]),
      outboundTestUrl: z.string().optional(),
    }),
    reply: nothing,
    says: 'The parameters have been changed.',
  }),
  getDefaultJsonConfig: endpoint({
    ...under('getDefaultJsonConfig'),
    method: 'GET',
    summary: 'The default template',
    reply: z.record(z.string(), z.unknown()),
  }),
  result: endpoint({
    ...under('getXrayResult'),
    method: 'GET',
    summary: "The core's last error; blank if it is running",
    reply: z.string(),
  }),
}
