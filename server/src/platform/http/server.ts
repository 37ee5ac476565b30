import websocket, { type WebsocketPluginOptions } from '@fastify/websocket'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Guard } from '#contract/wire.ts'
import { bracketed } from '#domain/net/address.ts'
import type { Log } from '../log.ts'
import { andThen, type MaybeAsync } from '../maybe-async.ts'
import { anonymousBytes, holdBack } from './anonymous-bodies.ts'
import { createGuard } from './auth.ts'
import { refuseNul } from './body.ts'
import type { Caller, Identify } from './caller.ts'
import { errorHandler, sendEmpty } from './envelope.ts'
import { createMount, createRaw, type MountedRoute } from './mount.ts'
import { type Origin, originOf, type TrustedProxies } from './origin.ts'
import type { Port } from './ports.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    origin: Origin
    csrfPending: boolean
    /** When the request arrived, before the session lookup. */
    enteredAt: number
  }
  interface FastifyContextConfig {
    guard?: Guard
  }
}

export interface HttpOptions {
  port: Pick<Port, 'attach'>
  basePath: string
  identify: Identify
  trusted: () => TrustedProxies
  /** The only host name that is answered; blank = any. */
  domain: () => string
  /** A configured certificate is served: send HSTS. */
  hsts: boolean
  /** Limits of the WebSocket server. */
  sockets: NonNullable<WebsocketPluginOptions['options']>
  now: () => number
  log: Log
}

/** The contract's schemas check every body: Fastify need not load its compilers of JSON schemas (ADR 006). */
const schemaController = {
  compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema },
}

function refuseSchema(): never {
  throw new Error('routes have no JSON schema of their own: use the contract')
}

const nobody: Caller = { kind: 'anonymous' }
const nowhere: Origin = { address: '', host: '', secure: false }

export async function createHttp(options: HttpOptions) {
  const { basePath, log } = options
  const guard = createGuard(options.identify, basePath)
  const headers = securityHeaders(options.hsts)
  const http = fastify({
    serverFactory: options.port.attach,
    bodyLimit: anonymousBytes, // routes that need credentials set their own, larger limit
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    frameworkErrors: (_error, { raw }, reply) =>
      andThen(holdBack(raw, reply.raw), () => void sendEmpty(reply.headers(headers), 404)),
    clientErrorHandler: () => {}, // the listener answers
    forceCloseConnections: true,
    schemaController,
  }) as unknown as FastifyInstance // the factory decides between HTTP and HTTPS; routes do not care
  http.decorateRequest('caller')
  http.decorateRequest('origin')
  http.decorateRequest('csrfPending', false)
  http.decorateRequest('enteredAt', 0)
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  http.setErrorHandler(errorHandler(log))

  // Before our own hook: it marks upgrades, and closes the socket of one that the guard refused.
  await http.register(websocket, { options: options.sockets })

  /** Returns whether the request may continue; if not, it has been answered. */
  function enter(request: FastifyRequest, reply: FastifyReply, kind: Guard): MaybeAsync<boolean> {
    const isHandshake = request.ws
    if (isHandshake) letRefusalArrive(request, reply)
    request.enteredAt = options.now()
    request.caller = nobody
    request.origin = nowhere
    reply.headers(headers)
    request.origin = originOf(request.raw, options.trusted())
    const domain = options.domain()
    if (domain && hostname(request.origin.host) !== hostname(bracketed(domain)))
      return andThen(holdBack(request.raw, reply.raw), () => {
        sendEmpty(reply, 403)
        return false
      })
    forgetOddType(request)
    return andThen(guard(request, reply, kind), (passed) => {
      // The plugin would open a socket on any route, only to close it again.
      if (passed && isHandshake && kind !== 'socket' && !request.is404) {
        sendEmpty(reply, 403)
        return false
      }
      // Checked last: unauthenticated callers get their usual answer, and unknown paths stay a 404.
      if (passed && request.url.includes('%00') && !request.is404) refuseNul(true)
      return passed
    })
  }
  http.addHook('onRequest', (request, reply, done) => {
    const kind = guardFor(request.routeOptions.config.guard, request.url, basePath)
    const passed = enter(request, reply, kind) // if it throws, Fastify calls the error handler
    if (passed instanceof Promise) passed.then((yes) => yes && done(), done)
    else if (passed) done()
  })
  http.setNotFoundHandler((_request, reply) => sendEmpty(reply, 404))

  const table: MountedRoute[] = []
  return { http, table, mount: createMount(http, basePath, table), raw: createRaw(http, basePath, table) }
}

export type Http = Awaited<ReturnType<typeof createHttp>>

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
function forgetOddType({ raw }: FastifyRequest) {
  const type = raw.headers['content-type']
  if (type !== undefined && !/^\s*[\w!#$&^.+-]+\/[\w!#$&^.+*-]+\s*(;|$)/.test(type))
    delete raw.headers['content-type']
}

/** Without this the socket of a refused handshake is closed immediately, and the caller may never read the answer. */
function letRefusalArrive(request: FastifyRequest, reply: FastifyReply) {
  const { socket } = request.raw
  request.ws = false // the plugin closes sockets that it has marked
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
