import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Guard } from '#contract/wire.ts'
import type { Caller, Identify } from './caller.ts'
import { readCookie } from './cookie.ts'
import { Denied } from './denied.ts'
import { sendEmpty, sendJson } from './envelope.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

const isXhr = (request: FastifyRequest) => request.headers['x-requested-with'] === 'XMLHttpRequest'

/** The only file that knows 401 and 404: every route passes here before its body is read. */
export function createGuard(identify: Identify, basePath: string) {
  async function callerOf(request: FastifyRequest, guard: Guard): Promise<Caller> {
    const authorization = request.headers.authorization
    if (guard === 'api' && authorization?.startsWith('Bearer ')) {
      const caller = await identify.byBearer(authorization.slice(7))
      if (caller) return caller // an unverified bearer counts as absent (decision 11)
    }
    const cookie = readCookie(request.headers.cookie)
    return (cookie && (await identify.bySession(cookie))) || { kind: 'anonymous' }
  }

  /** Answers in place of the route when the caller has no business there; `undefined` lets it pass. */
  return async function guard(request: FastifyRequest, reply: FastifyReply, kind: Guard) {
    const caller = await callerOf(request, kind)
    request.caller = caller
    if (kind === 'open') return undefined
    if (caller.kind === 'anonymous') return turnAway(request, reply, kind, basePath)
    if (caller.kind === 'user' && !safeMethods.has(request.method)) {
      const token = request.headers['x-csrf-token']
      // A form may carry the token in a field: then the body is read first, and `mount` decides.
      if (token === undefined && isForm(request.headers)) request.csrfPending = true
      else requireToken(caller, token)
    }
    return undefined
  }
}

function turnAway(request: FastifyRequest, reply: FastifyReply, kind: Guard, basePath: string) {
  if (kind === 'socket') return sendEmpty(reply, 401)
  if (kind === 'api') return sendEmpty(reply, isXhr(request) ? 401 : 404)
  if (isXhr(request)) {
    const msg = 'Your session has expired, please log in again'
    return sendJson(reply.code(401), JSON.stringify({ success: false, msg, obj: null }))
  }
  return reply.code(307).header('cache-control', 'no-store').header('location', basePath).send('')
}

export const isForm = (headers: IncomingHttpHeaders): boolean =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(headers['content-type'] ?? '')

export function requireToken(caller: Caller, given: unknown) {
  if (caller.kind !== 'user') return
  const wanted = Buffer.from(caller.csrfToken)
  const got = Buffer.from(typeof given === 'string' ? given : '')
  if (wanted.length !== got.length || !timingSafeEqual(wanted, got)) throw new Denied(403)
}
