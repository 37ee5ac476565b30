import { z } from 'zod'
import { endpoint, nothing } from './wire.ts'

const root = '/panel/api/setup'

/** What the first-run wizard starts from: every field is a working default. */
export const SetupState = z.object({
  /** There is no inbound yet, and nobody has finished or skipped the wizard. */
  open: z.boolean(),
  /** The password was made by the panel and not changed since. */
  secure: z.boolean(),
  username: z.string(),
  /** 443 where it can be bound, else one that can. */
  port: z.int(),
  /** The address that links will name; blank where only the visitor's own address bar knows it. */
  host: z.string(),
})
export type SetupState = z.infer<typeof SetupState>

/** Where Reality sends whoever is not a client. */
export const SetupTarget = z.object({
  target: z.string(),
  serverName: z.string(),
  /** Somebody else's site; false where none answered and the panel's own stand-in serves. */
  outside: z.boolean(),
})
export type SetupTarget = z.infer<typeof SetupTarget>

export const setupApi = {
  state: endpoint({
    method: 'GET',
    path: `${root}/state`,
    summary: 'Where the first-run wizard starts',
    reply: SetupState,
  }),
  secure: endpoint({
    method: 'POST',
    path: `${root}/secure`,
    summary: 'Replace the password that the panel made; every session ends',
    body: z.object({ username: z.string(), password: z.string() }),
    reply: nothing,
    says: 'The credentials have been changed.',
  }),
  target: endpoint({
    method: 'POST',
    path: `${root}/target`,
    summary: 'A Reality target that answers now',
    reply: SetupTarget,
  }),
  done: endpoint({
    method: 'POST',
    path: `${root}/done`,
    summary: 'The first-run wizard is finished or skipped',
    reply: nothing,
    says: 'The panel is set up.',
  }),
} as const
