import compress from '@fastify/compress'
import websocket, { type WebsocketPluginOptions } from '@fastify/websocket'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Guard } from '#contract/wire.ts'
import type { Log } from '../log.ts'
import { createGuard } from './auth.ts'
import { refuseNul } from './body.ts'
import type { Caller, Identify } from './caller.ts'
import { errorHandler, sendEmpty } from './envelope.ts'
import type { Listener } from './listener.ts'
import { createMount, createRaw, type MountedRoute } from './mount.ts'
import { type Origin, originOf, type TrustedProxies } from './origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    origin: Origin
    csrfPending: boolean
    /** When it came in, taken before the session was looked up. */
    enteredAt: number
  }
  interface FastifyContextConfig {
    guard?: Guard
  }
}

export interface HttpOptions {
  listener: Listener
  basePath: string
  identify: Identify
  trusted: () => TrustedProxies
  /** The only host name that is answered; blank answers every one. */
  domain: () => string
  /** A configured certificate is served: tell browsers to stay with HTTPS (decision 11). */
  hsts: boolean
  /** Limits of the WebSocket server. */
  sockets: NonNullable<WebsocketPluginOptions['options']>
  now: () => number
  log: Log
}

const nobody: Caller = { kind: 'anonymous' }
const nowhere: Origin = { address: '', host: '', secure: false }

export async function createHttp(options: HttpOptions) {
  const { basePath, log } = options
  const guard = createGuard(options.identify, basePath)
  const http = fastify({
    serverFactory: options.listener.attach,
    bodyLimit: 10 * 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    frameworkErrors: (_error, _request, reply) => sendEmpty(reply, 404),
    forceCloseConnections: true,
  }) as unknown as FastifyInstance // the factory decides between HTTP and HTTPS; routes do not care
  const headers = securityHeaders(options.hsts)

  http.decorateRequest('caller')
  http.decorateRequest('origin')
  http.decorateRequest('csrfPending', false)
  http.decorateRequest('enteredAt', 0)
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  http.setErrorHandler(errorHandler(log))

  async function enter(request: FastifyRequest, reply: FastifyReply, kind: Guard) {
    request.enteredAt = options.now()
    request.caller = nobody
    request.origin = nowhere
    reply.headers(headers)
    request.origin = originOf(request.raw, options.trusted())
    const domain = options.domain()
    if (domain && hostname(request.origin.host) !== domain.toLowerCase()) return sendEmpty(reply, 403)
    if (request.url.includes('%00')) refuseNul(true)
    return guard(request, reply, kind)
  }
  http.addHook('onRequest', (request, reply) =>
    enter(request, reply, request.routeOptions.config.guard ?? 'session'),
  )
  http.setNotFoundHandler(async (request, reply) => {
    const path = request.url.startsWith(basePath) ? request.url.slice(basePath.length - 1) : ''
    // Below the API a stranger learns nothing about which routes exist (decision 13).
    if (/^\/(panel\/)?api\//.test(path)) await guard(request, reply, 'api')
    return reply.sent ? reply : sendEmpty(reply, 404)
  })

  await http.register(compress, {
    threshold: 2048,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  })
  await http.register(websocket, { options: options.sockets })

  const table: MountedRoute[] = []
  return { http, table, mount: createMount(http, basePath, table), raw: createRaw(http, basePath, table) }
}

export type Http = Awaited<ReturnType<typeof createHttp>>

function securityHeaders(hsts: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
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
