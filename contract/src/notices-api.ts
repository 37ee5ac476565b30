import { z } from 'zod'
import { alertLevels, alertParams } from './alerts.ts'
import { codedSchema } from './coded.ts'
import { panelRoutes } from './routes/panel.ts'
import { toBool } from './settings/tolerant.ts'
import { SettingsUpdate } from './settings.ts'
import { api } from './wire.ts'

const kinds = Object.keys(alertParams) as (keyof typeof alertParams)[] // a table with no other keys
const count = z.coerce.number().int().min(1).max(200)
const rowId = z.coerce.number().int().min(1).max(2_147_483_647)

/** An alert as Home shows it. `title` and `message` are English; kind and parameters say the same in data. */
export const AlertView = z.object({
  id: z.int(),
  uid: z.string(),
  kind: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  at: z.int(),
  level: z.enum(alertLevels),
  title: z.string(),
  message: z.string(),
  read: z.boolean(),
})
export type AlertView = z.output<typeof AlertView>

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

export const DeliveryView = z.object({
  id: z.int(),
  uid: z.string().meta({ description: 'The id that the receiver sees' }),
  outlet: z.string(),
  kind: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  at: z.int(),
  state: z.enum(deliveryStates),
  tries: z.int().meta({ description: 'Attempts that failed' }),
  retryAt: z.int().meta({ description: 'When the next attempt is made, if it waits for one' }),
  doneAt: z.int(),
  error: z.string().meta({ description: 'Why the last attempt failed' }),
  errorCoded: codedSchema.optional(),
})
export type DeliveryView = z.output<typeof DeliveryView>

export const OutletView = z.object({
  name: z.string(),
  on: z.boolean(),
  waiting: z.int(),
  failed: z.int().meta({ description: 'Given up' }),
  delivered: z.int(),
  lastDeliveredAt: z.int(),
})
export type OutletView = z.output<typeof OutletView>

export const WebhookView = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(kinds)),
  enabled: z.boolean(),
  allowPrivateAddress: z.boolean(),
  hasSecret: z.boolean(),
  /** Only in the reply to a request that made it. */
  secret: z.string(),
})
export type WebhookView = z.output<typeof WebhookView>

export const WebhookInput = z.object({
  name: z.string().trim().min(1).max(64),
  url: z.string().trim().min(1).max(2_048),
  events: z.array(z.enum(kinds)).max(kinds.length).default([]),
  enabled: z.preprocess(toBool, z.boolean()).default(true),
  allowPrivateAddress: z.preprocess(toBool, z.boolean()).default(false),
  /** Blank keeps the stored one; a new webhook without one gets a random one. */
  secret: z.string().max(256).default(''),
})
export type WebhookInput = z.output<typeof WebhookInput>

const saved = 'The webhook has been saved.'

export const noticesApi = api(panelRoutes.notices, {
  list: {
    summary: 'What Home shows, newest first',
    query: z.object({ limit: count.default(20), before: rowId.optional() }),
    reply: z.object({ alerts: z.array(AlertView), unread: z.int() }),
  },
  read: {
    summary: 'Mark alerts as read: those up to an id, or all',
    body: z.object({ upTo: rowId.optional() }),
  },
  outlets: {
    summary: 'Outlets with what they delivered, what waits and what was given up',
    reply: z.array(OutletView),
  },
  deliveries: {
    summary: 'Deliveries, newest first',
    query: z.object({
      outlet: z
        .string()
        .regex(/^[\w:-]{1,64}$/)
        .optional(),
      state: z.enum(deliveryStates).optional(),
      before: rowId.optional(),
      limit: count.default(50),
    }),
    reply: z.array(DeliveryView),
  },
  replay: { summary: 'Send a delivery once more, with the same id', says: 'It is sent again.' },
  test: { summary: 'Send a test to an outlet and wait for its answer', says: 'The test was taken.' },
  webhooks: { summary: 'Webhooks; their secrets are not shown', reply: z.array(WebhookView) },
  addWebhook: {
    summary: 'Add a webhook; the reply shows its secret once',
    body: WebhookInput,
    reply: WebhookView,
    says: saved,
  },
  updateWebhook: {
    summary: 'Replace a webhook; a blank secret keeps the stored one',
    body: WebhookInput,
    reply: WebhookView,
    says: saved,
  },
  delWebhook: { summary: 'Delete a webhook and what waits for it', says: 'The webhook has been deleted.' },
  testMail: {
    also: ['/panel/setting/testSmtp'],
    summary: 'Send a test mail with these settings, or with the stored ones',
    body: SettingsUpdate.optional(),
    says: 'The mail server took the test mail.',
  },
})
