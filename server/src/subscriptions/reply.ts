import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Settings } from '#contract/settings.ts'
import { addressHeaders } from '#domain/subscription/addresses.ts'
import { contentDisposition, createHeaders, usageOf } from '#domain/subscription/headers.ts'
import { routingValues } from '#domain/subscription/routing.ts'
import { type SubscriptionFormat, subscriptionBase } from '#domain/subscription/urls.ts'
import type { Limited } from '../devices/admission.ts'
import { unknownKeepAlive } from '../platform/http/connections.ts'
import { hasVersion } from '../platform/http/etag.ts'
import type { Holder } from './feed.ts'

/** Headers are a flat list of names and values, which Node writes as is. */
export interface Reply {
  status: number
  headers: string[]
  body: string
  /** `latin1` if the body is pure ASCII: written without conversion. */
  encoding: 'latin1' | 'utf8'
}

/** What a client gets until something about it changes. */
export interface Answer extends Reply {
  emails: readonly string[]
  /** Clients with a device limit: the device is checked before each answer. */
  limited: readonly Limited[]
  etag: string
}

/** No sniffing, framing, indexing or referrer: a followed link does not reveal the subscription's address. */
export const guardHeaders = (hsts: boolean): string[] => [
  ...['keep-alive', unknownKeepAlive],
  ...['x-content-type-options', 'nosniff'],
  ...['x-frame-options', 'DENY'],
  ...['referrer-policy', 'no-referrer'],
  ...['x-robots-tag', 'noindex, nofollow'],
  ...(hsts ? ['strict-transport-security', 'max-age=31536000; includeSubDomains'] : []),
]

const policy = 'content-security-policy'
export const shutPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
export const shut: readonly string[] = [policy, shutPolicy]

/** An empty answer, with the same headers for everything that is not found. */
export function createNothing(guard: readonly string[]) {
  const headers = [...guard, ...shut, 'cache-control', 'no-store', 'content-length', '0']
  return (response: ServerResponse, status: number, extra: readonly string[] = []): void => {
    response.writeHead(status, extra.length > 0 ? [...headers, ...extra] : headers).end()
  }
}

/** Includes the usage headers: otherwise a 304 would keep old figures in apps. */
export const etagOf = (body: string, told: string): string =>
  `"${hash('sha1', `${told}\n${body}`, 'base64url')}"`

export function sendTagged(request: IncomingMessage, response: ServerResponse, answer: Answer) {
  if (!hasVersion(request.headers['if-none-match'], answer.etag)) return send(request, response, answer)
  response.writeHead(304, withoutContent(answer.headers)).end()
}

const withoutContent = (headers: readonly string[]): string[] =>
  headers.filter((_, i) => {
    const name = headers[i - (i % 2)] ?? ''
    return !name.startsWith('content-') || name === policy
  })

/** The headers are complete, including content-length. */
export function send(request: IncomingMessage, response: ServerResponse, reply: Reply) {
  response.writeHead(reply.status, reply.headers)
  if (request.method === 'HEAD') response.end()
  else response.end(reply.body, reply.encoding)
}

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
