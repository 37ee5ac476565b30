import type { Settings } from '#contract/settings.ts'
import { addressHeaders } from '#domain/subscription/addresses.ts'
import { contentDisposition, createHeaders, usageOf } from '#domain/subscription/headers.ts'
import { routingValues } from '#domain/subscription/routing.ts'
import { type SubscriptionFormat, subscriptionBase } from '#domain/subscription/urls.ts'
import type { Holder } from './feed.ts'
import { type Answer, etagOf, shut } from './reply.ts'

export const types: Record<SubscriptionFormat, { type: string; ending: string }> = {
  raw: { type: 'text/plain; charset=utf-8', ending: 'txt' },
  json: { type: 'application/json; charset=utf-8', ending: 'json' },
  clash: { type: 'application/yaml; charset=utf-8', ending: 'yaml' },
  singbox: { type: 'application/json; charset=utf-8', ending: 'json' },
}

const isLimited = ({ limited }: Holder): boolean => limited.some(({ limit }) => limit > 0)

/** Adds the headers to a body; the parts that depend only on the settings are computed once. */
export function createHead(settings: Settings, guard: readonly string[]) {
  const tell = createHeaders(settings)
  const routing = routingValues(settings).join('\n') // part of the tag: another value is another answer
  const fixed = [
    ...guard,
    ...shut,
    ...['vary', 'accept, user-agent'],
    ...['cache-control', 'private, no-cache'], // R17
  ]
  return (holder: Holder, format: SubscriptionFormat, body: string, origin: string): Answer => {
    const url = subscriptionBase(settings, 'raw', origin) + encodeURIComponent(holder.subId)
    const told = tell(usageOf(holder.members), url, isLimited(holder))
    told.push(...addressHeaders(settings, url))
    const { type, ending } = types[format]
    const length = Buffer.byteLength(body)
    const etag = etagOf(body, told.join('\n') + routing)
    return {
      status: 200,
      emails: holder.members.map(({ email }) => email),
      limited: holder.limited,
      etag,
      body,
      encoding: length === body.length ? 'latin1' : 'utf8', // equal lengths mean ASCII only
      headers: [
        ...fixed,
        'content-type',
        type,
        'content-length',
        String(length),
        'content-disposition',
        contentDisposition(`${settings.subTitle || holder.subId}.${ending}`),
        'etag',
        etag,
        ...told,
      ],
    }
  }
}
