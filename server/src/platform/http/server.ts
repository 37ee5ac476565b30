import type { IncomingMessage, ServerResponse } from 'node:http'
import findMyWay from 'find-my-way'
import type { ServerOptions, WebSocket } from 'ws'
import type { Guard } from '#contract/wire.ts'
import { bracketed } from '#domain/net/address.ts'
import type { Log } from '../log.ts'
import { andThen, type MaybeAsync } from '../maybe-async.ts'
import { holdBack } from './anonymous-bodies.ts'
import { createGuard } from './auth.ts'
import { refuseNul } from './body.ts'
import type { Caller, Identify } from './caller.ts'
import { errorHandler, sendEmpty } from './envelope.ts'
import type { RequestHandlers } from './handover.ts'
import { type AddRoute, createMount, createRaw, type MountedRoute } from './mount.ts'
import { isSameOrigin, type Origin, originOf, type TrustedProxies } from './origin.ts'
import { HttpReply } from './reply.ts'
import type { HttpRequest, HttpRoute } from './request.ts'
import { createUpgrades, type Upgrades } from './upgrades.ts'

export interface HttpOptions {
  basePath: string
  identify: Identify
  trusted: () => TrustedProxies
  /** The only host name that is answered; blank = any. */
  domain: () => string
  /** A configured certificate is served: send HSTS. */
  hsts: boolean
  /** Limits of the WebSocket server. */
  sockets: ServerOptions
  now: () => number
  log: Log
}

const nobody: Caller = { kind: 'anonymous' }
const nowhere: Origin = { address: '', host: '', secure: false }

/** Every request of the panel: the router finds its route, the guard decides, the route answers. */
export function createHttp(options: HttpOptions) {
  const { basePath, log } = options
  const router = findMyWay({
    ignoreTrailingSlash: true,
    maxParamLength: 1024,
    querystringParser: (text) => text, // parsed by the routes that have a query
  })
  const guard = createGuard(options.identify, basePath)
  const headers = securityHeaders(options.hsts)
  const explain = errorHandler(log)
  const upgrades = createUpgrades(options.sockets, dispatch)

  /** Returns whether the request may continue; if not, it has been answered. */
  function enter(request: HttpRequest, reply: HttpReply, isHandshake: boolean): MaybeAsync<boolean> {
    request.origin = originOf(request.raw, options.trusted())
    const domain = options.domain()
    if (domain && hostname(request.origin.host) !== hostname(bracketed(domain)))
      return andThen(holdBack(request.raw, reply.raw), () => {
        sendEmpty(reply, 403)
        return false
      })
    forgetOddType(request)
    const { route } = request
    const kind = guardFor(route?.guard, request.url, basePath)
    return andThen(guard(request, reply, kind), (passed) => {
      if (passed && isHandshake && route && !route.upgrade) {
        sendEmpty(reply, 403)
        return false
      }
      // Checked last: unauthenticated callers get their usual answer, and unknown paths stay a 404.
      if (passed && route && request.url.includes('%00')) refuseNul(true)
      return passed
    })
  }

  function dispatch(raw: IncomingMessage, response: ServerResponse, isHandshake: boolean): void {
    const { method = '', url = '' } = raw
    // A HEAD is answered like a GET, without the body.
    const found = router.find(method === 'HEAD' ? 'GET' : (method as 'GET'), url) // unknown methods have no routes
    const request: HttpRequest = {
      raw,
      method,
      url,
      headers: raw.headers,
      route: found?.store as HttpRoute | undefined, // stored below
      params: (found?.params ?? {}) as Record<string, string>, // each route has its own
      queryText: String(found?.searchParams ?? ''),
      body: undefined,
      caller: nobody,
      origin: nowhere,
      csrfPending: false,
      enteredAt: options.now(),
    }
    const reply = new HttpReply(response, request, { ...headers }, explain)
    if (isHandshake) letRefusalArrive(request, reply)
    try {
      const done = andThen(enter(request, reply, isHandshake), (passed) => {
        if (passed) return run(request, reply, isHandshake)
      })
      if (done instanceof Promise) done.catch((error: unknown) => reply.fail(error))
    } catch (error) {
      reply.fail(error)
    }
  }

  const add: AddRoute = (methods, route) =>
    router.on([...methods] as 'GET'[], basePath + route.path.slice(1), () => {}, route) // any method

  const table: MountedRoute[] = []
  return {
    handlers: {
      request: (request, response) => dispatch(request, response, false),
      upgrade: upgrades.take,
    } satisfies RequestHandlers,
    table,
    mount: createMount(add, table),
    raw: createRaw(add, table),
    socket: createSocketRoute(add, table, upgrades),
    /** Ends upgraded connections. */
    close: upgrades.close,
  }
}

export type Http = ReturnType<typeof createHttp>

function run(request: HttpRequest, reply: HttpReply, isHandshake: boolean): unknown {
  const { route } = request
  if (!route) return sendEmpty(reply, 404)
  return isHandshake && route.upgrade ? route.upgrade(request, reply) : route.serve(request, reply)
}

export interface SocketRoute {
  path: string
  summary: string
  opened: (socket: WebSocket, request: HttpRequest) => void
}

/** A WebSocket, for a session of the same origin only. */
const createSocketRoute =
  (add: AddRoute, table: MountedRoute[], upgrades: Upgrades) =>
  ({ path, summary, opened }: SocketRoute): void => {
    const guard = 'socket'
    table.push({ method: 'GET', path, guard, summary })
    const serve = ({ raw, origin }: HttpRequest, reply: HttpReply) =>
      reply.code(isSameOrigin(raw, origin) ? 404 : 403).send('') // asked without an upgrade
    add(['GET'], {
      ...{ path, guard, serve },
      upgrade(request, reply) {
        if (!isSameOrigin(request.raw, request.origin)) return void reply.code(403).send('')
        upgrades.open(request.raw, reply.raw, (socket) => opened(socket, request))
      },
    })
  }

/**
 * An unknown path is guarded like its neighbours, so that unauthenticated callers cannot tell which routes exist (R13);
 * under the API this includes paths that only the web app's catch-all matches.
 */
function guardFor(declared: Guard | undefined, url: string, basePath: string): Guard {
  if (declared && declared !== 'session') return declared
  const path = pathOf(url, basePath)
  if (/^\/(panel\/)?api(\/|$)/.test(path)) return 'api'
  return declared ?? (/^\/panel(\/|$)/.test(path) ? 'session' : 'open')
}

function pathOf(url: string, basePath: string): string {
  try {
    const path = decodeURIComponent(url.split('?')[0] ?? '')
    return path.startsWith(basePath) ? path.slice(basePath.length - 1) : ''
  } catch {
    return ''
  }
}

/** An unreadable content type counts as none: the body is sniffed (R17: never a 415). */
function forgetOddType({ raw }: HttpRequest) {
  const type = raw.headers['content-type']
  if (type !== undefined && !/^\s*[\w!#$&^.+-]+\/[\w!#$&^.+*-]+\s*(;|$)/.test(type))
    delete raw.headers['content-type']
}

/** Without this the socket of a refused handshake is closed immediately, and the caller may never read the answer. */
function letRefusalArrive(request: HttpRequest, reply: HttpReply) {
  const { socket } = request.raw
  reply.header('connection', 'close')
  reply.raw.once('finish', () => {
    socket.resume()
    socket.end()
    setTimeout(() => socket.destroy(), 1_000).unref()
  })
}

function securityHeaders(hsts: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ...(hsts && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

export function hostname(host: string): string {
  try {
    return new URL(`http://${host}`).hostname.toLowerCase()
  } catch {
    return ''
  }
}
