import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Settings } from '#contract/settings.ts'
import { contentDisposition, subscriptionHeaders, usageOf } from '#domain/subscription/headers.ts'
import {
  type RequestHost,
  readHost,
  type SubscriptionFormat,
  subscriptionUrls,
} from '#domain/subscription/urls.ts'
import { type Origin, originOf, type TrustedProxies } from '../http/origin.ts'
import { hostname } from '../http/server.ts'
import type { Log } from '../log.ts'
import { createAppFormats } from './app-format.ts'
import { type Asked, createReader } from './asked.ts'
import type { Feed } from './feed.ts'
import type { Fetched } from './fetched.ts'
import type { Guesses } from './guesses.ts'
import type { Urls } from './page/apps.ts'
import { createPage, wantsPage } from './page/page.ts'
import { etagOf, guardHeaders, send, sendNothing, sendTagged, shut } from './reply.ts'

interface Deps {
  feed: Feed
  settings: () => Settings
  trusted: () => TrustedProxies
  /** A configured certificate is served (decision 11). */
  hsts: boolean
  isOnline: (email: string) => boolean
  guesses: Guesses
  fetched: Pick<Fetched, 'note'>
  now: () => number
  log: Log
}

type Holder = NonNullable<Awaited<ReturnType<Feed['find']>>>

interface Visit {
  request: IncomingMessage
  response: ServerResponse
  origin: Origin
  host: RequestHost
  asked: Asked
  holder: Holder
  settings: Settings
}

const types: Record<SubscriptionFormat, { type: string; ending: string }> = {
  raw: { type: 'text/plain; charset=utf-8', ending: 'txt' },
  json: { type: 'application/json; charset=utf-8', ending: 'json' },
  clash: { type: 'application/yaml; charset=utf-8', ending: 'yaml' },
  singbox: { type: 'application/json; charset=utf-8', ending: 'json' },
}

/** Bare node:http on its own listener: no plugin, no cookie, nothing of the panel but the settings. */
export function createSubscriptionServer(deps: Deps): RequestListener {
  const { feed, guesses, log } = deps
  const guard = guardHeaders(deps.hsts)
  const inForce = createInForce(deps.settings)
  const page = createPage(deps)

  function servePage({ request, response, asked, holder, host, settings }: Visit, urls: Urls) {
    const links = feed.links(holder, host.name, settings)
    const { body, headers, status } = page({ holder, settings, urls, links, request, query: asked.query })
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    send(request, response, { status, body, headers: { ...guard, ...headers, ...length } })
  }

  function headersOf({ holder, settings }: Visit, format: SubscriptionFormat, body: string, url: string) {
    const told = subscriptionHeaders(usageOf([holder]), settings, url)
    const { type, ending } = types[format]
    return {
      ...guard,
      'content-security-policy': shut,
      vary: 'accept, user-agent',
      'content-type': type,
      'content-length': String(Buffer.byteLength(body)),
      'content-disposition': contentDisposition(`${settings.subTitle || holder.subId}.${ending}`),
      'cache-control': 'private, no-cache', // decision 17
      etag: etagOf(body, Object.values(told).join('\n')),
      ...told,
    }
  }

  function serve(visit: Visit) {
    const { request, response, host, asked, holder, settings } = visit
    const origin = `${visit.origin.secure ? 'https' : 'http'}://${host.authority}`
    const urls = () => subscriptionUrls(settings, origin, asked.id)
    if (asked.format === 'raw' && wantsPage(request, asked.query)) return servePage(visit, urls())
    const format =
      asked.format === 'raw' ? inForce().appFormat(request.headers['user-agent'] ?? '') : asked.format
    const body = feed.body(holder, format, host.name, settings)
    if (body.head?.origin !== origin)
      body.head = { origin, headers: headersOf(visit, format, body.text, urls().raw) }
    if (request.method === 'GET') deps.fetched.note(holder.email)
    const ascii = format === 'raw' && settings.subEncrypt
    sendTagged(request, response, { status: 200, headers: body.head.headers, body: body.text, ascii })
  }

  function failed(response: ServerResponse, error: unknown) {
    log.error({ err: error }, 'a subscription could not be served')
    if (response.headersSent) response.destroy()
    else sendNothing(response, 500, guard)
  }

  return (request, response) => {
    const { settings, read, domain } = inForce()
    const origin = originOf(request, deps.trusted())
    const host = readHost(origin.host)
    if (!host) return sendNothing(response, 400, guard)
    if (domain !== '' && host.name !== domain) return sendNothing(response, 403, guard)
    const readable = request.method === 'GET' || request.method === 'HEAD'
    const asked = readable ? read(request.url ?? '') : null
    if (!asked) return sendNothing(response, 404, guard)
    if (guesses.blocked(origin.address))
      return sendNothing(response, 429, guard, { 'retry-after': String(guesses.retryAfter) })
    const answer = (holder: Holder | null) => {
      if (holder) return serve({ request, response, origin, host, asked, holder, settings })
      guesses.missed(origin.address, asked.id)
      sendNothing(response, 404, guard)
    }
    try {
      const found = feed.find(asked.id)
      if (found instanceof Promise) found.then(answer).catch((error) => failed(response, error))
      else answer(found)
    } catch (error) {
      failed(response, error)
    }
  }
}

/** As a request spells it: an international name in ASCII, an address without brackets. */
const nameOf = (domain: string): string =>
  hostname(domain.includes(':') ? `[${domain}]` : domain).replace(/^\[(.*)\]$/, '$1')

/** What is read from the settings, made once for each that are in force: a change counts at once. */
function createInForce(current: () => Settings) {
  const compile = (settings: Settings) => ({
    settings,
    read: createReader(settings),
    appFormat: createAppFormats(settings),
    domain: nameOf(settings.subDomain),
  })
  let made = compile(current())
  return () => {
    const settings = current()
    if (settings !== made.settings) made = compile(settings)
    return made
  }
}
