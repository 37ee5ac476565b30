import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Settings } from '#contract/settings.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import { addressHeaders, contentDisposition, createHeaders, usageOf } from '#domain/subscription/headers.ts'
import { routingValues } from '#domain/subscription/routing.ts'
import { type SubscriptionFormat, subscriptionBase } from '#domain/subscription/urls.ts'
import type { Limited } from '../devices/admission.ts'
import { unknownKeepAlive } from '../platform/http/connections.ts'
import { hasVersion } from '../platform/http/etag.ts'
import type { Db } from '../store/open.ts'
import type { Holder } from './feed.ts'
import type { Snapshot } from './inbounds-snapshot.ts'
import type { ClientTuple } from './lookup.ts'

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

/** Everything that a raw answer is made from, except the time. */
export interface Source {
  subId: string
  /** One per client with this id. */
  rows: readonly ClientTuple[]
  snapshot: Snapshot
  settings: Settings
  /** Scheme and host of the request: links and the page's address use them. */
  origin: string
}

interface Kept extends Source {
  answer: Answer
  until: number
  /** The database version at the last request: read before the rows, so never newer than them. */
  asked: number | undefined
  /** The version for which `rows` are known to be current. */
  same: number | undefined
}

const most = 4_096
const longest = 4_096
const minute = 60_000

/**
 * Caches raw answers for repeated requests: several devices, apps that poll every few minutes. An answer is reused only
 * if everything it was made from is unchanged: either nothing was committed since, or the client's rows were read again
 * and are equal. No writer has to invalidate this cache.
 */
export function createAnswers({ dataVersion: version }: Pick<Db, 'dataVersion'>, now: () => number) {
  const kept = new BoundedMap<string, Kept>(most)
  /**
   * Only what was requested before is kept. Most apps fetch once in hours: caching their answers would evict those
   * that are requested again, and cost more than it saves.
   */
  const asked = new BoundedMap<string, true>(most)

  const stands = (known: Kept, snapshot: Snapshot | undefined, settings: Settings, origin: string): boolean =>
    known.snapshot === snapshot &&
    known.settings === settings &&
    known.origin === origin &&
    now() < known.until

  function keep(source: Source, answer: Answer, at: number | undefined) {
    if (answer.body.length > longest) return void kept.delete(source.subId)
    const until = now() + Math.min(...source.rows.flatMap(endsOf).map((end) => untilNext(end - now())))
    kept.set(source.subId, { ...source, answer, until, same: at, asked: at })
  }

  return {
    /** The cached answer without reading the client; if undefined, read the client and call `of` in the same turn. */
    again(
      id: string,
      snapshot: Snapshot | undefined,
      settings: Settings,
      origin: string,
    ): Answer | undefined {
      const known = kept.get(id)
      if (!known || !version) return undefined
      known.asked = version()
      return known.asked === known.same && stands(known, snapshot, settings, origin)
        ? known.answer
        : undefined
    },
    of(source: Source, make: () => Answer): Answer {
      const { subId, snapshot, settings, origin } = source
      const known = kept.get(subId)
      if (known && stands(known, snapshot, settings, origin) && sameRows(known.rows, source.rows)) {
        known.same = known.asked
        return known.answer
      }
      const answer = make()
      if (known || asked.has(subId)) keep(source, answer, known?.asked)
      else asked.set(subId, true)
      return answer
    },
  }
}

export type Answers = ReturnType<typeof createAnswers>

/** Remarks may show the time left, in minutes at the finest; after expiry nothing is listed. */
const untilNext = (left: number): number => (left > 0 ? Math.min(minute, left % minute || minute) : minute)

/** Its own, and that of its group. */
const endsOf = (row: ClientTuple): number[] => [row[7], row[22] ?? 0]

/** Index of `lastOnline`: no header or link shows it. */
const untold = 12

const sameRows = (a: readonly ClientTuple[], b: readonly ClientTuple[]): boolean =>
  a.length === b.length && a.every((row, i) => sameRow(row, b[i] as ClientTuple)) // the lengths are equal

function sameRow(a: ClientTuple, b: ClientTuple): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i] && i !== untold) return false
  return true
}
