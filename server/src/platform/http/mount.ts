import { pipeline } from 'node:stream'
import { createGunzip, type Gunzip } from 'node:zlib'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preParsingHookHandler,
  RequestPayload,
  RouteOptions,
} from 'fastify'
import { z } from 'zod'
import {
  type BodyOf,
  type EndpointSpec,
  type Guard,
  guardOf,
  methodsOf,
  pathsOf,
  type QueryOf,
  type ReplyOf,
} from '#contract/wire.ts'
import { andThen, type MaybeAsync } from '../maybe-async.ts'
import { anonymousPairs, capped } from './anonymous-bodies.ts'
import { requireToken } from './auth.ts'
import { decodeBody } from './body.ts'
import { type Actor, actorOf, type Caller, type Known } from './caller.ts'
import { sendJson, sendOk } from './envelope.ts'
import type { Origin } from './origin.ts'
import { type Sent, sent } from './sent.ts'
import { unhurried } from './unhurried.ts'
import { WithMessage } from './with-message.ts'

const usualBytes = 10 * 1024 * 1024

export interface Call<E extends EndpointSpec = EndpointSpec> {
  params: Record<string, string>
  query: QueryOf<E>
  body: BodyOf<E>
  /** May be anonymous on an open endpoint; elsewhere the guard has checked it. */
  caller: E['open'] extends true ? Caller : Known
  actor: Actor
  origin: Origin
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<E extends EndpointSpec> = (call: Call<E>) => Answer<E> | Promise<Answer<E>>
type Answer<E extends EndpointSpec> = ReplyOf<E> | WithMessage<ReplyOf<E>> | Sent
export type Mount = <E extends EndpointSpec>(endpoint: E, handler: Handler<E>) => void

export interface MountedRoute {
  method: string
  path: string
  guard: Guard
  summary: string
  endpoint?: EndpointSpec
}

export interface RawRoute {
  method: 'GET' | readonly ('GET' | 'POST')[]
  path: string
  guard: Guard
  summary: string
  handler: (request: FastifyRequest, reply: FastifyReply) => unknown
}

/** Pages, redirects and files: no schema and no envelope, but the same guard and route table. */
export function createRaw(http: FastifyInstance, base: string, table: MountedRoute[]) {
  return ({ method, path, guard, summary, handler }: RawRoute): void => {
    const methods = typeof method === 'string' ? [method] : [...method]
    for (const m of methods) table.push({ method: m, path, guard, summary })
    http.route({ method: methods, url: base + path.slice(1), config: { guard }, handler })
  }
}
export type Raw = ReturnType<typeof createRaw>

export function createMount(http: FastifyInstance, base: string, table: MountedRoute[]): Mount {
  return (endpoint, handler) => {
    const methods = methodsOf(endpoint)
    for (const path of pathsOf(endpoint)) {
      const guard = guardOf(path, endpoint.open)
      for (const method of methods) table.push({ method, path, guard, summary: endpoint.summary, endpoint })
      const route: RouteOptions = {
        method: [...methods],
        url: base + path.slice(1),
        config: { guard },
        bodyLimit: endpoint.bodyLimit ?? usualBytes,
        ...(guard === 'open' && { preParsing: capStranger }),
        ...(endpoint.zipped && { preParsing: unzipped }),
        handler: (request, reply) => {
          const answer = andThen(readCall(endpoint, request, reply), handler)
          if (!(answer instanceof Promise)) return send(endpoint, reply, answer)
          const hurry = unhurried(request, reply)
          // Fastify takes a returned reply for "not sent yet" and keeps waiting for it.
          return answer.finally(hurry).then((later) => {
            send(endpoint, reply, later)
            return reply.sent ? undefined : reply
          })
        },
      }
      if (endpoint.upload === undefined) http.route(route)
      else void http.register(streamed(route))
    }
  }
}

/** The handler reads the body itself (`receiveFile`). The guard's hooks hold here too: a scope inherits them. */
const streamed = (route: RouteOptions) => async (scope: FastifyInstance) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  scope.route(route)
}

/** A body with a Content-Length was already checked by the guard. */
const capStranger: preParsingHookHandler = (request, _reply, payload, done) => {
  const isCounted = request.caller.kind !== 'anonymous' || request.headers['transfer-encoding'] === undefined
  done(null, isCounted ? payload : capped(payload))
}

/** Fastify counts the text against the limit, and the bytes on the wire against Content-Length. */
const unzipped: preParsingHookHandler = (request, _reply, payload, done) => {
  if (request.headers['content-encoding'] !== 'gzip') return done(null, payload)
  const text: RequestPayload = createGunzip()
  text.receivedEncodedLength = 0
  payload.on('data', (part: Buffer) => {
    text.receivedEncodedLength = (text.receivedEncodedLength ?? 0) + part.length
  })
  pipeline(payload, text as Gunzip, () => {}) // Fastify watches the text, which fails with its source
  done(null, text)
}

function send(endpoint: EndpointSpec, reply: FastifyReply, answer: unknown): void {
  if (answer === sent) return
  if (endpoint.bare) sendJson(reply, JSON.stringify(answer))
  else if (answer instanceof WithMessage) sendOk(reply, answer.msg ?? endpoint.says ?? '', answer.obj)
  else sendOk(reply, endpoint.says ?? '', answer)
}

function readCall<E extends EndpointSpec>(
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
): MaybeAsync<Call<E>> {
  return andThen(readBody(endpoint.body, request), (body) => {
    const query = endpoint.query && parse(endpoint.query, request.query)
    return {
      params: request.params as Record<string, string>,
      // The schemas of `endpoint` produced these values; TypeScript cannot follow the lookup.
      query: query as QueryOf<E>,
      body: body as BodyOf<E>,
      caller: request.caller as Call<E>['caller'],
      actor: actorOf(request.caller, request.origin.address),
      origin: request.origin,
      request,
      reply,
    }
  })
}

function readBody(schema: z.ZodType | undefined, request: FastifyRequest): MaybeAsync<unknown> {
  if (!schema)
    return request.csrfPending
      ? andThen(formToken(request), (token) => requireToken(request, token))
      : undefined
  const raw = request.body as Buffer | null // set by our parser
  const most = request.caller.kind === 'anonymous' ? anonymousPairs : undefined
  const decoded = decodeBody(raw, request.headers['content-type'], schema, most)
  return andThen(decoded, (value) => {
    if (request.csrfPending) requireToken(request, (value as { _csrf?: unknown })._csrf)
    return parse(schema, value)
  })
}

const anyFields = z.object({})

/** The CSRF token from a form field, if the header is missing. */
export function formToken({ body, headers, caller }: FastifyRequest): MaybeAsync<unknown> {
  const most = caller.kind === 'anonymous' ? anonymousPairs : undefined
  const fields = decodeBody(body as Buffer | null, headers['content-type'], anyFields, most) // set by our parser
  return andThen(fields, (value) => (value as { _csrf?: unknown })._csrf)
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw result.error
}
