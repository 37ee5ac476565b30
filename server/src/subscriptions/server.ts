import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Settings } from '#contract/settings.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import { bracketed, unbracketed } from '#domain/net/address.ts'
import {
  type RequestHost,
  readHost,
  type SubscriptionFormat,
  subscriptionUrls,
} from '#domain/subscription/urls.ts'
import { holdBack } from '../platform/http/anonymous-bodies.ts'
import { originOf, type TrustedProxies } from '../platform/http/origin.ts'
import { hostname } from '../platform/http/server.ts'
import type { Log } from '../platform/log.ts'
import { andThen, type MaybeAsync } from '../platform/maybe-async.ts'
import type { Answers } from './answers.ts'
import { createAppFormats } from './app-format.ts'
import type { Feed, Served } from './feed.ts'
import type { Fetched } from './fetched.ts'
import { createHead } from './head.ts'
import type { InboundsPicture } from './inbounds-picture.ts'
import type { OldUrls } from './old/find.ts'
import { createPage, wantsPage } from './page/page.ts'
import { type Answer, createNothing, guardHeaders, send, sendTagged } from './reply.ts'
import { type Asked, createReader, noQuery } from './request.ts'
import type { UnknownIdLimiter } from './unknown-id-limiter.ts'

interface Deps {
  feed: Feed
  picture: Pick<InboundsPicture, 'known'>
  answers: Answers
  oldUrls: OldUrls
  settings: () => Settings
  trusted: () => TrustedProxies
  /** Sent when a configured certificate is served. */
  hsts: boolean
  isOnline: (email: string) => boolean
  unknownIds: UnknownIdLimiter
  fetched: Pick<Fetched, 'note'>
  now: () => number
  log: Log
}

interface Visit {
  request: IncomingMessage
  response: ServerResponse
  /** Scheme and authority. */
  origin: string
  address: string
  host: RequestHost
  asked: Asked
  settings: Settings
  /** The id comes from a URL of another panel: nothing else is left to try. */
  isOld?: boolean
}

/** Plain node:http on its own listener: no plugins, no cookies, nothing of the panel but its settings. */
export function createSubscriptionServer(deps: Deps): RequestListener {
  const { feed, picture, answers, oldUrls, unknownIds, log } = deps
  const guard = guardHeaders(deps.hsts)
  const sendNothing = createNothing(guard)
  const inForce = createInForce(deps.settings, guard)
  const hostOf = createHostReader()
  const page = createPage(deps)

  function servePage({ request, response, origin, host, asked, settings }: Visit, holder: Served) {
    const links = feed.links(holder, host.name, settings)
    const urls = subscriptionUrls(settings, origin, asked.id)
    const { body, headers, status } = page({ holder, settings, urls, links, request, query: asked.query })
    const length = ['content-length', String(Buffer.byteLength(body))]
    send(request, response, {
      status,
      body,
      encoding: 'utf8',
      headers: [...guard, ...Object.entries(headers).flat(), ...length],
    })
  }

  function give({ request, response }: Visit, answer: Answer) {
    if (request.method === 'GET') deps.fetched.note(answer.emails, request.headers['user-agent'] ?? '')
    sendTagged(request, response, answer)
  }

  function serveFeed(visit: Visit, format: SubscriptionFormat, holder: Served) {
    const { asked, host, origin, settings } = visit
    const make = () => inForce().head(holder, format, feed.body(holder, format, host.name, settings), origin)
    if (format !== 'raw') return give(visit, make())
    const { rows, picture } = holder
    give(visit, answers.of({ subId: asked.id, rows, picture, settings, origin }, make))
  }

  function unknown({ response, address, asked }: Visit) {
    unknownIds.missed(address, asked.id)
    sendNothing(response, 404)
  }

  /** The URL may be one of another panel, which is answered with the client's own id. */
  function serveOld(visit: Visit): MaybeAsync<void> {
    return andThen(oldUrls.find(visit.request.url ?? ''), (asked) =>
      asked ? serve({ ...visit, asked, isOld: true }) : unknown(visit),
    )
  }
  const missed = (visit: Visit): MaybeAsync<void> => (visit.isOld ? unknown(visit) : serveOld(visit))

  function serve(visit: Visit): MaybeAsync<void> {
    const { request, asked, settings, origin } = visit
    const anyFormat = asked.format === 'raw' && !asked.exact
    if (anyFormat && wantsPage(request, asked.query))
      return andThen(feed.find(asked.id), (holder) => (holder ? servePage(visit, holder) : missed(visit)))
    const format = anyFormat ? inForce().appFormat(request.headers['user-agent'] ?? '') : asked.format
    const known = format === 'raw' && answers.again(asked.id, picture.known(), settings, origin)
    if (known) return give(visit, known)
    return andThen(feed.find(asked.id), (holder) =>
      holder ? serveFeed(visit, format, holder) : missed(visit),
    )
  }

  function failed(response: ServerResponse, error: unknown) {
    log.error({ err: error }, 'failed to serve a subscription')
    if (response.headersSent) response.destroy()
    else sendNothing(response, 500)
  }

  /** What the URL asks by our own paths, else by those of another panel; null if it is below neither. */
  function read(url: string): MaybeAsync<{ asked: Asked; by: typeof serve } | null> {
    const asked = inForce().read(url)
    if (asked) return { asked, by: serve }
    return andThen(oldUrls.token(url), (id) =>
      id === null ? null : { asked: { format: 'raw', id, query: noQuery }, by: serveOld },
    )
  }

  function answer(request: IncomingMessage, response: ServerResponse): MaybeAsync<void> {
    const { settings, domain } = inForce()
    const from = originOf(request, deps.trusted())
    const host = hostOf(from.host)
    if (!host) return sendNothing(response, 400)
    if (domain !== '' && host.name !== domain) return sendNothing(response, 403)
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendNothing(response, 404)
    return andThen(read(request.url ?? ''), (found) => {
      if (!found) return sendNothing(response, 404)
      if (unknownIds.blocked(from.address))
        return sendNothing(response, 429, ['retry-after', String(unknownIds.retryAfter)])
      const origin = `${from.secure ? 'https' : 'http'}://${host.authority}`
      const { asked, by } = found
      return by({ request, response, origin, address: from.address, host, asked, settings })
    })
  }

  const listener: RequestListener = (request, response) => {
    try {
      const done = andThen(holdBack(request, response), () => answer(request, response))
      if (done instanceof Promise) done.catch((error) => failed(response, error))
    } catch (error) {
      failed(response, error)
    }
  }
  return listener
}

const mostHosts = 64

/** A panel is requested under few hosts: each is parsed once. Invalid hosts are not cached. */
function createHostReader() {
  const known = new BoundedMap<string, RequestHost>(mostHosts)
  return (header: string): RequestHost | null => {
    const found = known.get(header)
    if (found) return found
    const host = readHost(header)
    if (host) known.set(header, host)
    return host
  }
}

/** As a request spells it: international names in ASCII, addresses without brackets. */
const nameOf = (domain: string): string => unbracketed(hostname(bracketed(domain)))

/** Everything derived from the settings, rebuilt when they change. */
function createInForce(current: () => Settings, guard: readonly string[]) {
  const compile = (settings: Settings) => ({
    settings,
    read: createReader(settings),
    appFormat: createAppFormats(settings),
    domain: nameOf(settings.subDomain),
    head: createHead(settings, guard),
  })
  let made = compile(current())
  return () => {
    const settings = current()
    if (settings !== made.settings) made = compile(settings)
    return made
  }
}
