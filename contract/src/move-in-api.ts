import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { moveInKinds } from './move-in-kinds.ts'
import { panelRoutes } from './routes/panel.ts'
import { api } from './wire.ts'

/** Bytes. A database with 100,000 clients has about 150 MiB. */
export const largestSource = 1024 * 1024 * 1024

export const MoveInKind = z.enum(moveInKinds)
export type MoveInKind = z.output<typeof MoveInKind>

/** Kinds with nothing to count are absent. */
export const MoveInSection = z.object({
  kind: MoveInKind,
  /** New here, or replaced by the source's. */
  come: z.int(),
  /** Already here, and unchanged by the import. */
  here: z.int(),
  /** In the source, and not imported; the findings say why. */
  left: z.int(),
})
export type MoveInSection = z.output<typeof MoveInSection>

/**
 * `healed`: imported, changed so that it works here. `left`: not imported. `changes`: users will notice a difference.
 * `note`: nothing to do.
 */
export const MoveInFinding = z.object({
  kind: z.enum(['healed', 'left', 'changes', 'note']),
  /** A tag, an email, a setting; blank for the whole. */
  subject: z.string(),
  said: z.string(),
  saidCoded: codedSchema,
})
export type MoveInFinding = z.output<typeof MoveInFinding>

/** A port of the source that a program on this machine holds now. */
export const MoveInBusyPort = z.object({
  /** A tag for an inbound. */
  what: z.enum(['inbound', 'panel', 'subscriptions']),
  tag: z.string(),
  listen: z.string(),
  port: z.int(),
  /** The program that holds it, as the kernel names it; blank if it cannot be seen. */
  program: z.string(),
  /** 0 if it cannot be seen. */
  pid: z.int(),
})
export type MoveInBusyPort = z.output<typeof MoveInBusyPort>

/** Both are the same if nothing changes. `to` has the host `<host>` where the browser's address bar decides. */
const moved = z.object({ from: z.string(), to: z.string() })

/** What changes, and for which users. */
export const MoveInEffect = z.object({
  /** URL of the panel with its base path. */
  panel: moved,
  /** URL in front of a subscription id; blank if subscriptions are off. */
  subscriptions: moved,
  /** Usernames that can log in. */
  logins: z.object({ from: z.array(z.string()), to: z.array(z.string()) }),
  twoFactor: z.object({ from: z.boolean(), to: z.boolean() }),
  /** Listeners are reopened after the import: an address, a base path or a certificate changes. */
  restarts: z.boolean(),
})
export type MoveInEffect = z.output<typeof MoveInEffect>

const options = {
  /**
   * Settings, the core's template and users are imported too, and replace those here. The default is true on a panel
   * without inbounds and clients, and false on one in use.
   */
  takeSettings: z.boolean().optional(),
  /** Serve plain HTTP at a public address where the source did, so that old `http://` subscription URLs answer. */
  keepHttp: z.boolean().optional(),
}
export const MoveInOptions = z.object(options)
export type MoveInOptions = z.output<typeof MoveInOptions>

const flag = z.stringbool().optional()

export const MoveInPlan = z.object({
  /** Names the staged source. One that is not applied is deleted after an hour, or when the panel stops. */
  id: z.string(),
  panel: z.enum(['3x-ui', 'marzban', 'pasarguard']),
  /** As the source says or its tables show; blank if unknown. */
  version: z.string(),
  /** Name of the uploaded file. */
  fileName: z.string(),
  bytes: z.int(),
  /** Milliseconds. */
  stagedAt: z.int(),
  /** No inbounds and no clients are here yet. */
  fresh: z.boolean(),
  /** As decided, with the defaults filled in. */
  options: z.object({ takeSettings: z.boolean(), keepHttp: z.boolean() }),
  sections: z.array(MoveInSection),
  /** The first 1,000. */
  findings: z.array(MoveInFinding),
  findingsTotal: z.int(),
  busyPorts: z.array(MoveInBusyPort),
  effect: MoveInEffect,
  /** Nothing would change: all of it is already here. */
  nothingToDo: z.boolean(),
})
export type MoveInPlan = z.output<typeof MoveInPlan>

export const MoveInResult = z.object({
  sections: z.array(MoveInSection),
  /** Where the panel answers from now on; the host is the caller's, unless the settings name one. */
  panelUrl: z.string(),
  /** The panel reopens its listeners about half a second after this answer. */
  restarts: z.boolean(),
  /** The caller's session does not reach the panel at its new address (a token has none). Log in with the new login. */
  loginAgain: z.boolean(),
  /** False: this panel kept its own settings, so the old subscription addresses answer here only if they are the same. */
  tookSettings: z.boolean(),
  /** In front of a subscription id, from now on; blank if subscriptions are off. */
  subscriptionsUrl: z.string(),
})
export type MoveInResult = z.output<typeof MoveInResult>

/** The other fields of the upload's form. The database is the file in the field `db`. */
export const MoveInUpload = z.object({
  /** The core's configuration file of Marzban (`xray_config.json`), as text or as a file. */
  coreConfig: z.string().optional(),
  /** The other panel's `.env` file, as text or as a file. */
  env: z.string().optional(),
  /** Marzban: the path in front of its subscription tokens, if it is neither `/sub/` nor in `env`. */
  subPath: z.string().optional(),
})
export type MoveInUpload = z.output<typeof MoveInUpload>

export const moveInApi = api(panelRoutes.moveIn, {
  upload: {
    summary: "Stage another panel's database and say what an import would do; nothing is changed",
    upload: 'db',
    body: MoveInUpload,
    bodyLimit: largestSource,
    reply: MoveInPlan,
  },
  plan: {
    summary: 'What the import of a staged database would do now, with these options',
    query: z.object({ takeSettings: flag, keepHttp: flag }),
    reply: MoveInPlan,
  },
  apply: {
    summary: 'Import a staged database in one transaction',
    body: MoveInOptions,
    reply: MoveInResult,
    says: 'The database has been imported.',
  },
  drop: {
    summary: 'Delete a staged database without importing it',
    says: 'The staged database has been deleted.',
  },
})
