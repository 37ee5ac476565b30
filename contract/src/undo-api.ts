import { z } from 'zod'
import { Skipped } from './client-bodies.ts'
import { undoRoutes } from './routes/undo.ts'
import { absentIfNull } from './tolerant.ts'
import { api } from './wire.ts'

export const Undone = z.object({
  restored: z.int(),
  /** Clients that have changed since and were left as they are. */
  left: Skipped,
})
export type Undone = z.output<typeof Undone>

export const undoApi = api(undoRoutes, {
  undo: {
    summary:
      'Undo an act on many clients: its number is `undo` in the reply of the act and in the audit log. Bytes that were counted since are kept. If a client has changed since, nothing is undone and the reply says who; `partly` then undoes the rest',
    body: z.preprocess((sent) => sent ?? {}, absentIfNull(z.object({ partly: z.boolean().default(false) }))),
    reply: Undone,
    says: 'The act has been undone.',
  },
})
