import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { ConfigChange, ConfigDiff } from './core-config.ts'
import { CoreFile, coreFileBytes } from './core-file.ts'
import { CoreJob, Preflight } from './core-preflight.ts'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { clientsRoutes } from './routes/clients.ts'
import { networkRoutes } from './routes/network.ts'
import { seenVersion } from './versions.ts'
import { api } from './wire.ts'

const texts = z.array(z.string())

export const VlessEncryption = z.object({
  id: z.string(),
  label: z.string(),
  decryption: z.string(),
  encryption: z.string(),
})

/** One applied configuration: author, time, changes. */
export const ConfigVersion = z.object({
  id: z.int(),
  at: z.int(),
  actorKind: z.string(),
  actor: z.string(),
  reason: z.string(),
  /** This configuration is running now. */
  current: z.boolean(),
})
export type ConfigVersion = z.output<typeof ConfigVersion>

/** Impact of applying a draft. */
export const ConfigImpact = z.object({
  /** False: no core is running, and the next one starts with the draft. */
  isRunning: z.boolean(),
  /** Part of the draft needs a core restart, which disconnects everyone online. */
  restart: z.boolean(),
  /** The reasons, as sentences. */
  reasons: z.array(z.string()),
  reasonsCoded: z.array(codedSchema),
  /** Stored changes that already wait for a restart. */
  waiting: z.array(z.string()),
  waitingCoded: z.array(codedSchema),
  /** Inbounds whose open connections are dropped without a restart. */
  cuts: z.array(z.string()),
  /** The default outbound changes: connections opened at that moment fail. */
  defaultRoute: z.boolean(),
  /** Clients online now. */
  online: z.int(),
})
export type ConfigImpact = z.output<typeof ConfigImpact>

export const ConfigPreview = z.object({
  ...ConfigDiff.shape,
  impact: ConfigImpact,
  /** The core's error message if it rejects the draft, otherwise blank. */
  verdict: z.string(),
})
export type ConfigPreview = z.output<typeof ConfigPreview>

/** One live connection of a client, from kernel data and the core's access log. */
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

/** A row of the access log; the capitalised keys are 3x-ui's. */
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
  /** Archive file name. */
  asset: z.string(),
  sha256: z.string(),
  /** The version this panel installs by default. */
  pinned: z.boolean(),
  /** The hash is built into the panel, so no confirmation is needed. */
  known: z.boolean(),
  /** Page where the hash can be compared. */
  page: z.string(),
})
export type CoreRelease = z.output<typeof CoreRelease>

const formText = (name: string) => z.coerce.string(`${name} must be a text`).optional()

const mirrorBody = z.object({ url: z.string().max(2048) })

/** The core: state, keys, configuration, logs. */
const coreRoutes = { ...networkRoutes.core, ...apiOnlyRoutes.core }

export const coreApi = api(coreRoutes, {
  stop: {
    summary: 'Stop the core; it stays stopped until it is started again',
    says: 'Xray has been stopped successfully.',
  },
  restart: {
    summary: 'Restart the core; all clients reconnect',
    says: 'Xray has been restarted successfully.',
  },
  versions: { summary: 'Core releases that can be installed', reply: texts },
  release: {
    summary: 'Archive and SHA-256 of a release, to compare before confirming an install',
    reply: CoreRelease,
  },
  install: {
    summary:
      'Install a core release and restart with it; an unpinned release needs its SHA-256. Refused if the pre-flight finds that something would fail, unless `force` is true',
    body: z.object({ sha256: formText('sha256'), force: formText('force') }),
    says: 'Xray updated successfully',
  },
  preflight: {
    summary:
      'Try the running configuration in another core release: every inbound and outbound, and the apps that clients use. The release is fetched if it is not here yet; nothing else changes',
    body: z.object({ sha256: formText('sha256') }),
    reply: Preflight,
  },
  startJob: {
    summary:
      'Start a pre-flight or an install (as `preflight` and `installXray`) and answer at once. The same request again answers with the job that runs; another one is refused meanwhile',
    body: z.object({
      what: z.enum(['preflight', 'install']),
      sha256: formText('sha256'),
      force: formText('force'),
    }),
    reply: CoreJob,
  },
  job: {
    summary:
      'The pre-flight, install or fetch from a mirror that runs, or the last one with its result; null if there was none',
    reply: CoreJob.nullable(),
  },
  file: {
    summary:
      'Upload a core: a release archive (.zip) or the program itself (multipart field file). Install it with the version `file` and its SHA-256',
    upload: 'file',
    bodyLimit: coreFileBytes,
    reply: CoreFile,
  },
  mirror: {
    summary: 'Fetch a core from another address than the official one; install it as an uploaded one',
    body: mirrorBody,
    reply: CoreFile,
  },
  startMirror: {
    summary:
      'Start to fetch a core from another address (as `coreMirror`) and answer at once; `coreJob` follows it',
    body: mirrorBody,
    reply: CoreJob,
  },
  files: {
    summary: 'Uploaded and fetched cores that can be installed, newest first. They wait for a day',
    reply: z.array(CoreFile),
  },
  config: { summary: 'The configuration passed to the core', reply: z.record(z.string(), z.unknown()) },
  uuid: { summary: 'A new UUID', reply: z.object({ uuid: z.string() }) },
  x25519: {
    summary: 'A new X25519 key pair, for Reality',
    reply: z.object({ privateKey: z.string(), publicKey: z.string() }),
  },
  mldsa65: { summary: 'A new ML-DSA-65 key pair', reply: z.object({ seed: z.string(), verify: z.string() }) },
  mlkem768: {
    summary: 'A new ML-KEM-768 key pair',
    reply: z.object({ seed: z.string(), client: z.string() }),
  },
  vlessEncryption: {
    summary: 'New keys for VLESS encryption',
    reply: z.object({ auths: z.array(VlessEncryption) }),
  },
  ech: {
    summary: 'New keys for encrypted client hello',
    body: z.object({ sni: z.string().default('') }),
    reply: z.object({ echServerKeys: z.string(), echConfigList: z.string() }),
  },
  panelLogs: {
    summary: "The panel's log, newest first",
    body: z.object({ level: formText('level'), syslog: formText('syslog') }),
    reply: texts,
  },
  accessLogs: {
    summary: "The core's access log, newest first; null unless log.access is set in the template",
    body: z.object({
      filter: formText('filter'),
      showDirect: formText('showDirect'),
      showBlocked: formText('showBlocked'),
      showProxy: formText('showProxy'),
    }),
    reply: z.array(AccessLogRow).nullable(),
  },
  configVersions: { summary: 'Past configurations, newest first', reply: z.array(ConfigVersion) },
  configDiff: {
    summary: 'Differences between two configurations, secrets masked',
    query: z.object({ from: z.coerce.number().int().min(1), to: z.coerce.number().int().min(1) }),
    reply: z.array(ConfigChange),
  },
  preview: {
    summary:
      'Preview what a template, or an earlier version, would change in the core configuration; stores nothing',
    body: z.object({
      template: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
      version: z.int().min(1).optional(),
    }),
    reply: ConfigPreview,
  },
  rollback: {
    summary: 'Restore the template of an earlier configuration and apply it',
    says: 'The earlier configuration is in force again.',
  },
})

export const connectionsApi = api(clientsRoutes.connections, {
  list: { summary: 'Live connections of a client', reply: z.array(ClientSession) },
})

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
