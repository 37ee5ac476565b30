import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { centreHeader, isInFleetScope } from '#contract/fleet-scope.ts'
import type { Guard } from '#contract/wire.ts'
import { andThen, type MaybeAsync } from '../maybe-async.ts'
import { anonymousBytes, createInFlight, holdBack } from './anonymous-bodies.ts'
import type { AskedAs, Caller, Identify } from './caller.ts'
import { rememberCaller, unknownKeepAlive } from './connections.ts'
import { readCookie } from './cookie.ts'
import { Denied, sendEmpty, sendJson } from './envelope.ts'
import { isBrowser, isSameOrigin } from './origin.ts'
import type { HttpReply } from './reply.ts'
import type { HttpRequest } from './request.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

const isXhr = (request: HttpRequest) => request.headers['x-requested-with'] === 'XMLHttpRequest'

/** The only place for 401 and 404: every route passes here before its body is read. */
export function createGuard(identify: Identify, basePath: string) {
  const inFlight = createInFlight()
  const bySession = ({ headers }: HttpRequest): MaybeAsync<Caller | null> => {
    const cookie = readCookie(headers.cookie)
    return cookie === undefined ? null : identify.bySession(cookie)
  }

  /** By the path of the route, not of the request: an odd spelling of an address changes nothing. */
  const askedAs = ({ method, route, headers }: HttpRequest): AskedAs => ({
    inFleetScope: route !== undefined && isInFleetScope(method, route.path),
    centre: String(headers[centreHeader] ?? ''),
  })

  function callerOf(request: HttpRequest, guard: Guard): MaybeAsync<Caller | null> {
    const { authorization } = request.headers
    if (guard !== 'api' || !authorization?.startsWith('Bearer ')) return bySession(request)
    // An unverified bearer counts as absent (R11), and so does one that this route is out of scope for.
    return andThen(
      identify.byBearer(authorization.slice(7), askedAs(request)),
      (caller) => caller ?? bySession(request),
    )
  }

  /** Open routes read a small body; otherwise no body of an unauthenticated caller is read. */
  function meetStranger(request: HttpRequest, reply: HttpReply, kind: Guard): MaybeAsync<boolean> {
    const { raw } = request
    reply.header('keep-alive', unknownKeepAlive)
    const tooLarge = Number(raw.headers['content-length'] ?? 0) > anonymousBytes
    if (kind === 'open' && request.route && !tooLarge && request.method === 'POST') {
      inFlight.admit(raw, reply.raw)
      return true
    }
    return andThen(holdBack(raw, reply.raw), () => {
      if (kind !== 'open') turnAway(request, reply, kind, basePath)
      else if (!request.route) sendEmpty(reply, 404)
      else if (tooLarge && request.method === 'POST') sendEmpty(reply, 413)
      else return true
      return false
    })
  }

  /** Returns whether the route may run; if not, the reply has been sent. */
  return function guard(request: HttpRequest, reply: HttpReply, kind: Guard): MaybeAsync<boolean> {
    return andThen(callerOf(request, kind), (caller) => {
      if (caller) request.caller = caller
      if (!caller || caller.kind === 'anonymous') return meetStranger(request, reply, kind)
      rememberCaller(request.raw)
      if (kind === 'open') return true
      if (caller.kind === 'user' && !safeMethods.has(request.method)) checkToken(request)
      return true
    })
  }
}

function checkToken(request: HttpRequest) {
  const token = request.headers['x-csrf-token']
  // A form may carry the token in a field: then the body is read first, and `mount` checks it.
  if (token === undefined && isForm(request.headers) && isSameOrigin(request.raw, request.origin))
    request.csrfPending = true
  else requireToken(request, token)
}

function turnAway(request: HttpRequest, reply: HttpReply, kind: Guard, basePath: string) {
  if (kind === 'socket') return sendEmpty(reply, 401)
  if (kind === 'api') return sendEmpty(reply, isXhr(request) ? 401 : 404)
  if (isXhr(request)) {
    const msg = 'Your session has expired, please log in again'
    return sendJson(reply.code(401), JSON.stringify({ success: false, msg, obj: null }))
  }
  const wished = wishedPlace(request, basePath)
  if (wished) reply.header('set-cookie', wished)
  return reply.code(307).header('cache-control', 'no-store').header('location', basePath).send('')
}

/** The page that the browser asked for; the web app goes there after the login and removes this parameter. */
function wishedPlace({ method, headers, url }: HttpRequest, basePath: string): string | undefined {
  const path = url.slice(basePath.length)
  const isPage = method === 'GET' && headers.accept?.includes('text/html') && url.startsWith(basePath)
  if (!isPage || path.replace(/\/$/, '') === 'panel' || path.length > 1_000) return undefined
  return `sluice-to=${encodeURIComponent(path)}; Path=${basePath}; Max-Age=600; SameSite=Strict`
}

export const isForm = (headers: IncomingHttpHeaders): boolean =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(headers['content-type'] ?? '')

/**
 * Both the origin and the token must be valid. A program may keep the token that it fetched before login; a browser may
 * not, because another port of this host can set that one.
 */
export function requireToken({ caller, raw, origin }: HttpRequest, given: unknown) {
  if (caller.kind !== 'user') return
  if (!isSameOrigin(raw, origin)) throw new Denied(403)
  const wanted = isBrowser(raw) ? [caller.csrfToken] : [caller.csrfToken, caller.visitorToken]
  if (typeof given !== 'string' || !wanted.some((token) => isEqual(token, given))) throw new Denied(403)
}

function isEqual(token: string, given: string): boolean {
  const [wanted, got] = [Buffer.from(token), Buffer.from(given)]
  return wanted.length > 0 && wanted.length === got.length && timingSafeEqual(wanted, got)
}
