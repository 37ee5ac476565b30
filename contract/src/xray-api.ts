import { z } from 'zod'
import { endpoint, nothing } from './wire.ts'

/** Both prefixes answer alike; a bearer token works on the second one only (R12). */
const under = <const P extends string>(path: P) => ({
  path: `/panel/xray/${path}` as const,
  also: [`/panel/api/xray/${path}`] as const,
})

/** The core's template and what belongs to it. */
export const xrayApi = {
  /** A JSON text inside the envelope, as programs expect it. */
  read: endpoint({
    ...under(''),
    method: 'POST',
    summary: 'The template, the tags it may name, the test URL: as one JSON text',
    reply: z.string(),
  }),
  /** Beside the page of the same name only this prefix can answer a GET. */
  readByGet: endpoint({
    path: '/panel/api/xray/',
    method: 'GET',
    summary: 'The template, the tags it may name, the test URL: as one JSON text',
    reply: z.string(),
  }),
  update: endpoint({
    ...under('update'),
    method: 'POST',
    summary: 'Save the template: what can be is applied live, the rest waits for a restart',
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
    summary: 'The template of a fresh panel',
    reply: z.record(z.string(), z.unknown()),
  }),
  result: endpoint({
    ...under('getXrayResult'),
    method: 'GET',
    summary: "The core's last words where it failed, blank where it runs",
    reply: z.string(),
  }),
}
