import { z } from 'zod'
import { endpoint, nothing } from './wire.ts'

const root = '/panel/api/server'
const texts = z.array(z.string())

export const VlessEncryption = z.object({
  id: z.string(),
  label: z.string(),
  decryption: z.string(),
  encryption: z.string(),
})

/** One applied configuration: who, when, what it changed. */
export const ConfigVersion = z.object({
  id: z.int(),
  at: z.int(),
  actorKind: z.string(),
  actor: z.string(),
  reason: z.string(),
  /** The one that runs now. */
  current: z.boolean(),
})
export type ConfigVersion = z.output<typeof ConfigVersion>

export const ConfigChange = z.object({
  path: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
})

/** Who would notice that a draft is applied. */
export const ConfigImpact = z.object({
  /** False: no core runs, and the next one starts with it. */
  isRunning: z.boolean(),
  /** Some of it comes into force only with a restart of the core, which everybody online notices. */
  restart: z.boolean(),
  /** Why, in sentences. */
  reasons: z.array(z.string()),
  /** What was stored before and waits for a restart already. */
  waiting: z.array(z.string()),
  /** Inbounds whose open connections end without a restart. */
  cuts: z.array(z.string()),
  /** The first outbound changes: connections that begin in that moment fail. */
  defaultRoute: z.boolean(),
  /** Clients that are online now. */
  online: z.int(),
})
export type ConfigImpact = z.output<typeof ConfigImpact>

export const ConfigPreview = z.object({
  changes: z.array(ConfigChange),
  /** Differences beyond those listed. */
  more: z.int(),
  impact: ConfigImpact,
  /** The core's own words where it refuses it, blank where it would run. */
  verdict: z.string(),
})
export type ConfigPreview = z.output<typeof ConfigPreview>

/** One live connection of a client, as the kernel and the core's own words show it. */
export const ClientSession = z.object({
  peer: z.string(),
  inbound: z.string(),
  /** Milliseconds. */
  since: z.int(),
  up: z.int().optional(),
  down: z.int().optional(),
  /** Microseconds. */
  rtt: z.int().optional(),
  retransmissions: z.int().optional(),
})
export type ClientSession = z.output<typeof ClientSession>

/** A row of the access log; the capital letters are the incumbent's. */
export const AccessLogRow = z.object({
  DateTime: z.string().describe('RFC 3339, UTC'),
  FromAddress: z.string(),
  ToAddress: z.string(),
  Inbound: z.string(),
  Outbound: z.string(),
  Email: z.string(),
  Event: z.int().describe('0 direct, 1 blocked, 2 proxied'),
})

/** A release of the core for this machine. */
export const CoreRelease = z.object({
  version: z.string(),
  /** Name of the archive. */
  asset: z.string(),
  sha256: z.string(),
  /** The version that this panel takes when nobody names another. */
  pinned: z.boolean(),
  /** The hash stands in the panel itself: nobody has to confirm it. */
  known: z.boolean(),
  /** Where it can be compared. */
  page: z.string(),
})
export type CoreRelease = z.output<typeof CoreRelease>

const formText = (name: string) => z.coerce.string(`${name} must be a text`).optional()

/** The core: its state, its keys, its configuration, its logs. */
export const coreApi = {
  stop: endpoint({
    method: 'POST',
    path: `${root}/stopXrayService`,
    summary: 'Stop the core; it stays stopped until somebody starts it',
    reply: nothing,
    says: 'Xray has been stopped successfully.',
  }),
  restart: endpoint({
    method: 'POST',
    path: `${root}/restartXrayService`,
    summary: 'Restart the core: everybody reconnects',
    reply: nothing,
    says: 'Xray has been restarted successfully.',
  }),
  versions: endpoint({
    method: 'GET',
    path: `${root}/getXrayVersion`,
    summary: 'Releases of the core that can be installed',
    reply: texts,
  }),
  release: endpoint({
    method: 'GET',
    path: `${root}/xrayRelease/:version`,
    summary: 'The archive of a release and its SHA-256, to be compared before an install is confirmed',
    reply: CoreRelease,
  }),
  install: endpoint({
    method: 'POST',
    path: `${root}/installXray/:version`,
    summary: 'Install a release of the core and restart with it; one that is not pinned needs its SHA-256',
    body: z.object({ sha256: formText('sha256') }),
    reply: nothing,
    says: 'Xray updated successfully',
  }),
  config: endpoint({
    method: 'GET',
    path: `${root}/getConfigJson`,
    summary: 'The configuration that the core is given',
    reply: z.record(z.string(), z.unknown()),
  }),
  uuid: endpoint({
    method: 'GET',
    path: `${root}/getNewUUID`,
    summary: 'A new UUID',
    reply: z.object({ uuid: z.string() }),
  }),
  x25519: endpoint({
    method: 'GET',
    path: `${root}/getNewX25519Cert`,
    summary: 'A new X25519 key pair, for Reality',
    reply: z.object({ privateKey: z.string(), publicKey: z.string() }),
  }),
  mldsa65: endpoint({
    method: 'GET',
    path: `${root}/getNewmldsa65`,
    summary: 'A new ML-DSA-65 key pair',
    reply: z.object({ seed: z.string(), verify: z.string() }),
  }),
  mlkem768: endpoint({
    method: 'GET',
    path: `${root}/getNewmlkem768`,
    summary: 'A new ML-KEM-768 key pair',
    reply: z.object({ seed: z.string(), client: z.string() }),
  }),
  vlessEncryption: endpoint({
    method: 'GET',
    path: `${root}/getNewVlessEnc`,
    summary: 'New keys for VLESS encryption',
    reply: z.object({ auths: z.array(VlessEncryption) }),
  }),
  ech: endpoint({
    method: 'POST',
    path: `${root}/getNewEchCert`,
    summary: 'New keys for encrypted client hello',
    body: z.object({ sni: z.string().default('') }),
    reply: z.object({ echServerKeys: z.string(), echConfigList: z.string() }),
  }),
  panelLogs: endpoint({
    method: 'POST',
    path: `${root}/logs/:count`,
    summary: "The panel's log, newest first",
    body: z.object({ level: formText('level'), syslog: formText('syslog') }),
    reply: texts,
  }),
  accessLogs: endpoint({
    method: 'POST',
    path: `${root}/xraylogs/:count`,
    summary: 'The access log of the core, newest first; null unless the template asks for one in log.access',
    body: z.object({
      filter: formText('filter'),
      showDirect: formText('showDirect'),
      showBlocked: formText('showBlocked'),
      showProxy: formText('showProxy'),
    }),
    reply: z.array(AccessLogRow).nullable(),
  }),
  configVersions: endpoint({
    method: 'GET',
    path: '/panel/api/core/versions',
    summary: 'Configurations that ran, newest first',
    reply: z.array(ConfigVersion),
  }),
  configDiff: endpoint({
    method: 'GET',
    path: '/panel/api/core/diff',
    summary: 'What differs between two configurations; secrets are masked',
    query: z.object({ from: z.coerce.number().int().min(1), to: z.coerce.number().int().min(1) }),
    reply: z.array(ConfigChange),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/panel/api/core/preview',
    summary:
      'What a template, or that of an earlier configuration, would change in what the core is given: nothing is stored',
    body: z.object({
      template: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
      version: z.int().min(1).optional(),
    }),
    reply: ConfigPreview,
  }),
  rollback: endpoint({
    method: 'POST',
    path: '/panel/api/core/rollback/:id',
    summary: 'Put the template of an earlier configuration back and apply it',
    reply: nothing,
    says: 'The earlier configuration is in force again.',
  }),
}

export const sessionsApi = {
  list: endpoint({
    method: 'GET',
    path: '/panel/api/clients/sessions/:email',
    summary: 'Live connections of a client',
    reply: z.array(ClientSession),
  }),
}
