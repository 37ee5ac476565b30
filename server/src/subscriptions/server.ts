import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Settings } from '#contract/settings.ts'
import { refusalHeaders } from '#domain/devices/verdict.ts'
import { needsInfo } from '#domain/subscription/info-entry.ts'
import { type RequestHost, type SubscriptionFormat, subscriptionUrls } from '#domain/subscription/urls.ts'
import type { OnlineClients } from '../clients/online.ts'
import type { OwnList } from '../devices/own.ts'
import type { Devices } from '../devices/room.ts'
import { holdBack } from '../platform/http/anonymous-bodies.ts'
import { originOf, type TrustedProxies } from '../platform/http/origin.ts'
import { andThen, type MaybeAsync } from '../platform/maybe-async.ts'
import type { Base } from '../settings/base-services.ts'
import type { BlockedFor } from './blocked.ts'
import type { Feed, Served } from './feed.ts'
import type { Fetched } from './fetched.ts'
import { createInForce } from './in-force.ts'
import type { InboundsSnapshot } from './inbounds-snapshot.ts'
import type { OldUrls } from './old/find.ts'
import { type About, type AboutOf, createPage } from './page/page.ts'
import {
  type Answer,
  type Answers,
  createNothing,
  guardHeaders,
  send,
  sendTagged,
  shut,
  types,
} from './reply.ts'
import { type Asked, createHostReader, isPart, noQuery, wantsPage } from './request.ts'
import type { UnknownIdLimiter } from './unknown-id-limiter.ts'

interface Deps extends Pick<Base, 'log' | 'now' | 'settings'> {
  feed: Feed
  snapshot: Pick<InboundsSnapshot, 'known'>
  answers: Answers
  oldUrls: OldUrls
  trusted: TrustedProxies
  /** Sent when a configured certificate is served. */
  hsts: boolean
  online: Pick<OnlineClients, 'has'>
  unknownIds: UnknownIdLimiter
  fetched: Pick<Fetched, 'note'>
  blockedFor: BlockedFor
  devices: Pick<Devices, 'admit' | 'own'>
  aboutOf: AboutOf
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
  const { feed, snapshot, answers, oldUrls, unknownIds, log } = deps
  const guard = guardHeaders(deps.hsts)
  const sendNothing = createNothing(guard)
  const inForce = createInForce(deps.settings, guard)
  const hostOf = createHostReader()
  const page = createPage(deps)

  /** Only a person whose devices are counted has any. */
  function servePage(visit: Visit, holder: Served): MaybeAsync<void> {
    const devices =
      holder.limited.length > 0 ? deps.devices.own.list(visit.asked.id, holder.limited) : undefined
    if (isPart(visit.asked.query)) return andThen(devices, (own) => sendPage(visit, holder, {}, own))
    return andThen(deps.aboutOf(holder, visit.settings, visit.host.name), (about) =>
      andThen(devices, (own) => sendPage(visit, holder, about, own)),
    )
  }

  function sendPage(
    { request, response, origin, host, address, asked, settings }: Visit,
    holder: Served,
    about: About,
    devices?: OwnList,
  ) {
    const asn = deps.blockedFor(address, holder.snapshot, settings)
    const links = feed.links(holder, host.name, settings, asn)
    const urls = subscriptionUrls(settings, origin, asked.id)
    const { body, headers, status, encoding } = page({
      ...{ holder, settings, urls, links, request, devices, ...about },
      query: asked.query,
    })
    const length = ['content-length', String(Buffer.byteLength(body, encoding))]
    send(request, response, {
      ...{ status, body, encoding },
      headers: [...guard, ...Object.entries(headers).flat(), ...length],
    })
  }

  function deliver({ request, response, address }: Visit, answer: Answer) {
    if (request.method === 'GET') deps.fetched.note(answer.emails, agentOf(request), address)
    const routing = inForce().routing?.(agentOf(request)) ?? []
    const headers = routing.length > 0 ? [...answer.headers, ...routing] : answer.headers
    sendTagged(request, response, headers === answer.headers ? answer : { ...answer, headers })
  }

  /** A status leaves the servers that the app has; an entry with a message takes their place. */
  function refuse({ request, response, settings }: Visit, format: SubscriptionFormat, why: Refused) {
    const text = settings.subHwidText
    const headers = refusalHeaders(why, text)
    if (!settings.subHwidEntry) return sendNothing(response, 404, headers)
    const body = feed.message(text || '⛔️', format, settings)
    const length = ['content-length', String(Buffer.byteLength(body)), 'cache-control', 'no-store']
    const type = ['content-type', types[format].type]
    send(request, response, {
      ...{ status: 200, body, encoding: 'utf8' },
      headers: [...guard, ...shut, ...type, ...length, ...headers],
    })
  }

  /** The device is checked first, if devices of one of the clients are counted. */
  function give(visit: Visit, how: Manner, answer: Answer): MaybeAsync<void> {
    if (answer.limited.length === 0) return deliver(visit, answer)
    const { request, settings } = visit
    const fetch = {
      headers: request.headers,
      clients: answer.limited,
      isRequired: settings.subHwidRequired,
      takesPlace: request.method === 'GET',
    }
    return andThen(deps.devices.admit(fetch), ({ verdict, devices }) => {
      if (verdict !== 'served' && verdict !== 'place free') return refuse(visit, how.format, verdict)
      return devices.size > 0 ? giveOwn(visit, how, devices) : deliver(visit, answer)
    })
  }

  /** With the device's own keys: read again, because it may just have got them. */
  function giveOwn(visit: Visit, how: Manner, devices: ReadonlyMap<number, number>): MaybeAsync<void> {
    return andThen(feed.find(visit.asked.id), (holder) =>
      holder ? deliver(visit, answerFor(visit, how, feed.forDevice(holder, devices))) : missed(visit),
    )
  }

  const answerFor = (
    { request, host, origin, address, settings }: Visit,
    { format, saysLeft }: Manner,
    holder: Served,
  ): Answer => {
    const asn = deps.blockedFor(address, holder.snapshot, settings)
    const asked = { format, host: host.name, settings, asn, saysLeft, userAgent: agentOf(request) }
    const body = feed.body(holder, asked)
    return inForce().head(holder, format, body, origin)
  }

  function serveFeed(visit: Visit, how: Manner, holder: Served) {
    const { asked, origin, address, settings } = visit
    const make = () => answerFor(visit, how, holder)
    if (how.format !== 'raw' || holder.hasLists) return give(visit, how, make())
    const { rows, snapshot } = holder
    const subId = keyOf(asked.id, how.saysLeft, deps.blockedFor(address, snapshot, settings))
    const source = { subId, rows, snapshot, settings, origin }
    return give(visit, how, answers.of(source, make))
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
    const { request, asked, settings, origin, address } = visit
    if (request.method === 'POST') return forget(visit)
    const anyFormat = asked.format === 'raw' && !asked.exact
    if (anyFormat && wantsPage(request, asked.query))
      return andThen(feed.find(asked.id), (holder) => (holder ? servePage(visit, holder) : missed(visit)))
    const agent = agentOf(request)
    const format = anyFormat ? inForce().appFormat(agent) : asked.format
    const saysLeft = settings.subInfoNodeEnable && needsInfo(agent)
    const current = snapshot.known()
    const key = keyOf(asked.id, saysLeft, deps.blockedFor(address, current, settings))
    const known = format === 'raw' && answers.again(key, current, settings, origin)
    const how = { format, saysLeft }
    if (known) return give(visit, how, known)
    return andThen(feed.find(asked.id), (holder) => (holder ? serveFeed(visit, how, holder) : missed(visit)))
  }

  /** A person forgets one of its devices; the id of the subscription is the authority. */
  function forget(visit: Visit): MaybeAsync<void> {
    const { response, address, asked } = visit
    const device = Number(asked.query.get('forget') || Number.NaN)
    return andThen(feed.find(asked.id), (holder) => {
      if (!holder) return missed(visit)
      if (holder.limited.length === 0 || !Number.isSafeInteger(device)) return sendNothing(response, 404)
      return andThen(deps.devices.own.forget(asked.id, holder.limited, device, address), () =>
        sendNothing(response, 303, ['location', '?html=1']),
      )
    })
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
    const { settings, names } = inForce()
    const from = originOf(request, deps.trusted)
    const host = hostOf(from.host)
    if (!host) return sendNothing(response, 400)
    if (names.size > 0 && !names.has(host.name)) return sendNothing(response, 403)
    if (!methods.has(request.method ?? '')) return sendNothing(response, 404)
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

/** How an app wants its answer; `saysLeft`: with an entry that says what is left. */
interface Manner {
  format: SubscriptionFormat
  saysLeft: boolean
}

type Refused = Parameters<typeof refusalHeaders>[0]

const agentOf = ({ headers }: IncomingMessage): string => headers['user-agent'] ?? ''

/** The answers of one subscription are kept apart; no id has a line break. */
const keyOf = (id: string, saysLeft: boolean, asn: number): string => {
  const key = saysLeft ? `${id}\n` : id
  return asn > 0 ? `${key}\n${asn}\n` : key
}

/** A POST forgets a device. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST'])
