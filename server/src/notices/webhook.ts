import { createHmac } from 'node:crypto'
import type { WebhookBody } from '#contract/alerts.ts'
import { measuresIn } from '#domain/alerts/measures.ts'
import { NotTaken } from '#domain/alerts/not-taken.ts'
import { alertLevel, englishTexts, sayElsewhere } from '#domain/alerts/texts.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Base } from '../settings/base-services.ts'
import type { Outlet, RecordedAlert } from './outlets.ts'
import type { StoredWebhook } from './webhooks.ts'

const timeoutMs = 10_000
const mostBytes = 64 * 1024

type WebhookTarget = Pick<StoredWebhook, 'id' | 'url' | 'secret' | 'allowPrivateAddress'>

type Deps = Pick<Base, 'egress' | 'now' | 'settings'>

export const webhookName = (id: number): string => `webhook:${id}`

const english = measuresIn('en-US', 'UTC')

/** The body is the same in every attempt: only the time and the signature of the headers differ. */
export function webhookBody(alert: RecordedAlert, panel: string): WebhookBody {
  const { kind, params } = alert
  return {
    id: alert.id,
    event: kind,
    at: alert.at,
    level: alertLevel[kind],
    ...sayElsewhere(englishTexts, kind, params, english),
    panel,
    data: params,
  }
}

/** HMAC-SHA256 over the time stamp, a period and the body: a receiver can refuse what is old or was changed. */
export const signature = (secret: string, timestamp: number, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

/** `Retry-After` in seconds or as a date. */
function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

export function createWebhookOutlet({ egress, now, settings }: Deps, target: WebhookTarget): Outlet {
  return {
    name: webhookName(target.id),
    most: 1,
    async send({ alerts: [alert] }, signal) {
      const body = JSON.stringify(webhookBody(alert, settings.current().panelGuid))
      const timestamp = Math.floor(now() / 1_000)
      const { status, headers } = await egress.safeFetch(target.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'idempotency-key': alert.id,
          'x-sluice-event': alert.kind,
          'x-sluice-timestamp': String(timestamp),
          'x-sluice-signature': signature(target.secret, timestamp, body),
        },
        body,
        expectStatus: 'any',
        maxBytes: mostBytes,
        timeoutMs,
        signal,
        allowPrivateAddress: target.allowPrivateAddress,
      })
      if (status >= 200 && status < 300) return
      const { hostname: host } = new URL(target.url)
      const wait = retryAfter(headers.get('retry-after'), now())
      const why = new Refusal('egress.http-status', { host, status })
      throw new NotTaken(why, wait === undefined ? {} : { retryAfterMs: wait })
    },
  }
}
