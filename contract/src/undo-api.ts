import { z } from 'zod'
import { Skipped } from './client-bodies.ts'
import { codedSchema } from './coded.ts'
import { clientsRoutes } from './routes/clients.ts'
import { absentIfNull } from './tolerant.ts'
import { api } from './wire.ts'

export const Undone = z.object({
  restored: z.int(),
  /** Clients that have changed since and were left as they are. */
  left: Skipped,
  /** Inbounds that were reset again or deleted since and were left as they are. */
  leftInbounds: z
    .array(
      z.object({
        id: z.int(),
        name: z.string(),
        reason: z.string(),
        reasonCoded: z.array(codedSchema).optional(),
      }),
    )
    .optional(),
})
export type Undone = z.output<typeof Undone>

export const undoApi = api(clientsRoutes.undo, {
  undo: {
    summary:
      'Undo an act on many clients or a reset of inbounds: its number is `undo` in the reply of the act and in the audit log. Bytes that were counted since are kept. If a client or an inbound has changed since, nothing is undone and the reply says which; `partly` then undoes the rest. With `mayDelete: false` an undo that would delete clients does nothing and says how many',
    body: z.preprocess(
      (sent) => sent ?? {},
      absentIfNull(z.object({ partly: z.boolean().default(false), mayDelete: z.boolean().default(true) })),
    ),
    reply: Undone,
    says: 'The act has been undone.',
  },
})
