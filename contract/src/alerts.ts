import { z } from 'zod'

const email = z.string().meta({ description: 'The client' })
const host = z.string().meta({ description: 'The machine that saw it' })
const reason = z.string().meta({ description: 'Why, in English' })
const ms = z.int().meta({ description: 'Unix milliseconds; 0: never' })
const bytes = z.int().nonnegative()
const percent = z.int().min(0)
const load = z.object({
  host,
  percent,
  threshold: z.int().meta({ description: 'The threshold that was crossed' }),
})

/**
 * Everything that people and programs can be told of, and what is said about it. A name never changes its meaning and a
 * parameter is never removed: receivers of webhooks depend on both. The names that 3x-ui has too are spelt its way.
 */
export const alertParams = {
  'client.expiring': z.object({ email, expiryTime: ms, days: z.int() }),
  'client.running-out': z.object({ email, leftBytes: bytes, totalBytes: bytes }),
  'client.expired': z.object({ email, expiryTime: ms }),
  'client.depleted': z.object({ email, totalBytes: bytes }),
  /** A quota for one inbound, one server or a label (`subject` is its name) is used up: these inbounds are closed for it. */
  'client.quota-used': z.object({ email, subject: z.string(), totalBytes: bytes }),
  'client.first-use': z.object({ email, expiryTime: ms }),
  'client.ip-limit': z.object({ email, limit: z.int(), addresses: z.string() }),
  'client.device-limit': z.object({ email, limit: z.int() }),
  /** Its shared quota is used up or it expired. `clients` counts the members that ended. */
  'group.ended': z.object({ group: z.string(), clients: z.int() }),
  'node.down': z.object({ node: z.string(), reason }),
  'node.up': z.object({ node: z.string() }),
  /** An update of the cores of nodes ended at this one. */
  'node.core-failed': z.object({ node: z.string(), version: z.string(), reason }),
  'core.crashed': z.object({ host, reason }),
  'core.hung': z.object({ host, reason }),
  'core.updated': z.object({ host, version: z.string() }),
  'core.rolled-back': z.object({ host, version: z.string(), previous: z.string(), reason }),
  'login.success': z.object({ username: z.string(), address: z.string() }),
  'login.failed': z.object({ username: z.string(), address: z.string(), count: z.int() }),
  'token.created': z.object({ name: z.string(), by: z.string() }),
  'backup.done': z.object({ name: z.string(), sizeBytes: bytes }),
  'backup.failed': z.object({ reason }),
  'backup.overdue': z.object({ hours: z.int() }),
  'certificate.expiring': z.object({ name: z.string(), expiryTime: ms, days: z.int() }),
  /** It could not be obtained, renewed or loaded. */
  'certificate.failed': z.object({ name: z.string(), reason }),
  'cpu.high': load,
  'memory.high': load,
  'disk.high': load,
  'outbound.down': z.object({ tag: z.string() }),
  'outbound.up': z.object({ tag: z.string() }),
  /** A check found that something does not work (`id` as in `GET panel/api/health`), or finds it no more. */
  'health.found': z.object({ id: z.string(), subject: z.string(), reason }),
  'health.cleared': z.object({ id: z.string(), subject: z.string(), reason }),
  /** The panel gave an inbound new values beside its old ones, as planned or because an entry is blocked, or retired the old ones. */
  'rotation.began': z.object({ inbound: z.string(), cause: z.enum(['plan', 'verdict']) }),
  'rotation.ended': z.object({ inbound: z.string(), cause: z.enum(['fetched', 'verdict']) }),
  /** The monthly cap of this server, a node or an inbound: `subject` is its name. Over: what it hid or closed is back. */
  'cap.near': z.object({ subject: z.string(), usedBytes: bytes, capBytes: bytes, percent: z.int() }),
  'cap.reached': z.object({
    ...{ subject: z.string(), usedBytes: bytes, capBytes: bytes },
    end: z.enum(['nothing', 'hide', 'stop']),
    untilTime: ms,
  }),
  'cap.over': z.object({ subject: z.string() }),
  'panel.update-available': z.object({ version: z.string(), current: z.string() }),
  'panel.updated': z.object({ host, version: z.string() }),
  'panel.update-failed': z.object({ host, version: z.string(), reason }),
  /** Sent by hand from the page. */
  'notice.test': z.object({ by: z.string() }),
} satisfies Record<string, z.ZodType<Record<string, string | number>>>

export type AlertKind = keyof typeof alertParams
export type AlertParams<K extends AlertKind = AlertKind> = z.infer<(typeof alertParams)[K]>

/** An alert as a room raises it: one kind with its parameters. */
export type Alert = { [K in AlertKind]: { kind: K; params: AlertParams<K> } }[AlertKind]

export const alertLevels = ['info', 'success', 'warning', 'error'] as const
export type AlertLevel = (typeof alertLevels)[number]

/** What a webhook is sent, as JSON. The OpenAPI document has it under `components`. */
export const WebhookBody = z.object({
  id: z.uuid().meta({ description: 'The same in every attempt and every replay: drop what you have seen' }),
  event: z.enum(Object.keys(alertParams) as [AlertKind, ...AlertKind[]]), // a table with no other keys
  at: z.int().meta({ description: 'When it happened, unix milliseconds' }),
  level: z.enum(alertLevels),
  title: z.string().meta({ description: 'In English' }),
  message: z.string().meta({ description: 'In English' }),
  panel: z.string().meta({ description: 'The id of the panel' }),
  data: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .meta({ description: 'What is said about it; `x-alert-data` has the parameters of each event' }),
})
export type WebhookBody = z.output<typeof WebhookBody>
