import { z } from 'zod'
import { maxPageSize } from './client-bodies.ts'
import { codedSchema } from './coded.ts'
import { clientsRoutes } from './routes/clients.ts'
import { Terms } from './terms.ts'
import { absentIfNull } from './tolerant.ts'
import { api } from './wire.ts'

/** One page of clients at most, so that a call costs the same at any number of clients. */
export const FiguresOf = absentIfNull(z.object({ emails: z.array(z.string()).max(maxPageSize).default([]) }))

export const ClientFigures = z.object({
  week: z.array(z.int()).meta({ description: 'Bytes of each of the last seven days, the last one is today' }),
  devices: z.int().meta({ description: 'Devices that may fetch the subscription' }),
})
export type ClientFigures = z.infer<typeof ClientFigures>

export const KickedNode = z.object({
  id: z.int(),
  name: z.string(),
  ended: z.int(),
  remaining: z.int(),
  /** Why nothing could be ended there. */
  error: z.string().optional(),
  errorCoded: codedSchema.optional(),
})
export type KickedNode = z.output<typeof KickedNode>

export const clientDetailsApi = api(clientsRoutes.clientDetails, {
  figures: {
    summary:
      'Traffic of the last seven days and number of devices of some clients; unknown ones are left out',
    body: FiguresOf,
    reply: z.record(z.string(), ClientFigures),
  },
  terms: {
    summary: 'The speed that holds for a client now, by whom it was set, and what happens at its end',
    reply: Terms,
  },
  kick: {
    summary:
      'End the open connections of a client, on this server and on nodes of our own kind; it stays enabled and may connect again at once',
    reply: z.object({
      ended: z.int().meta({ description: 'Connections that were ended' }),
      remaining: z.int().meta({ description: 'Connections that could not be ended' }),
      nodes: z
        .array(KickedNode)
        .optional()
        .meta({ description: 'What each node said; absent without nodes' }),
    }),
  },
})
