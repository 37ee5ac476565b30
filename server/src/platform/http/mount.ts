import { parse as parseQuery } from 'node:querystring'
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
import { anonymousBytes, anonymousPairs } from './anonymous-bodies.ts'
import { requireToken } from './auth.ts'
import { decodeBody } from './body.ts'
import { type Actor, actorOf, type Caller, type Known } from './caller.ts'
import { type Sent, sendJson, sendOk, sent, WithMessage } from './envelope.ts'
import { serverOf } from './listener.ts'
import type { Origin } from './origin.ts'
import { receiveBody } from './receive-body.ts'
import type { HttpReply } from './reply.ts'
import type { HttpRequest, HttpRoute } from './request.ts'

const usualBytes = 10 * 1024 * 1024

export interface Call<E extends EndpointSpec = EndpointSpec> {
  params: Record<string, string>
  query: QueryOf<E>
  body: BodyOf<E>
  /** May be anonymous on an open endpoint; elsewhere the guard has checked it. */
  caller: E['open'] extends true ? Caller : Known
  actor: Actor
  origin: Origin
  request: HttpRequest
  reply: HttpReply
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
  handler: (request: HttpRequest, reply: HttpReply) => unknown
}

/** Adds a route to the router. */
export type AddRoute = (methods: readonly string[], route: HttpRoute) => void

/** Pages, redirects and files: no schema and no envelope, but the same guard and route table. */
export function createRaw(add: AddRoute, table: MountedRoute[]) {
  return ({ method, path, guard, summary, handler }: RawRoute): void => {
    const methods = typeof method === 'string' ? [method] : [...method]
    for (const m of methods) table.push({ method: m, path, guard, summary })
    add(methods, { path, guard, serve: handler })
  }
}
export type Raw = ReturnType<typeof createRaw>

export function createMount(add: AddRoute, table: MountedRoute[]): Mount {
  return (endpoint, handler) => {
    const methods = methodsOf(endpoint)
    for (const path of pathsOf(endpoint)) {
      const guard = guardOf(path, endpoint.open)
      for (const method of methods) table.push({ method, path, guard, summary: endpoint.summary, endpoint })
      add(methods, {
        path,
        guard,
        serve: (request, reply) =>
          andThen(receive(endpoint, request), (body) => {
            request.body = body
            return answer(endpoint, handler, request, reply)
          }),
      })
    }
  }
}

/** The handler of an upload reads the body itself (`receiveFile`). */
function receive(endpoint: EndpointSpec, { raw, caller }: HttpRequest): MaybeAsync<Buffer | undefined> {
  if (endpoint.upload !== undefined) return undefined
  const limit = caller.kind === 'anonymous' ? anonymousBytes : (endpoint.bodyLimit ?? usualBytes)
  return receiveBody(raw, limit, endpoint.zipped)
}

function answer<E extends EndpointSpec>(
  endpoint: E,
  handler: Handler<E>,
  request: HttpRequest,
  reply: HttpReply,
): MaybeAsync<void> {
  const made = andThen(readCall(endpoint, request, reply), handler)
  if (!(made instanceof Promise)) return send(endpoint, reply, made)
  const hurry = unhurried(request, reply)
  return made.finally(hurry).then((later) => send(endpoint, reply, later))
}

function send(endpoint: EndpointSpec, reply: HttpReply, answer: unknown): void {
  if (answer === sent) return
  if (endpoint.bare) sendJson(reply, JSON.stringify(answer))
  else if (answer instanceof WithMessage) sendOk(reply, answer.msg ?? endpoint.says ?? '', answer.obj)
  else sendOk(reply, endpoint.says ?? '', answer)
}

function readCall<E extends EndpointSpec>(
  endpoint: E,
  request: HttpRequest,
  reply: HttpReply,
): MaybeAsync<Call<E>> {
  return andThen(readBody(endpoint.body, request), (body) => {
    const query = endpoint.query && parse(endpoint.query, parseQuery(request.queryText))
    return {
      params: request.params,
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

function readBody(schema: z.ZodType | undefined, request: HttpRequest): MaybeAsync<unknown> {
  if (!schema)
    return request.csrfPending
      ? andThen(formToken(request), (token) => requireToken(request, token))
      : undefined
  const most = request.caller.kind === 'anonymous' ? anonymousPairs : undefined
  const decoded = decodeBody(request.body, request.headers['content-type'], schema, most)
  return andThen(decoded, (value) => {
    if (request.csrfPending) requireToken(request, (value as { _csrf?: unknown })._csrf)
    return parse(schema, value)
  })
}

const anyFields = z.object({})

/** The CSRF token from a form field, if the header is missing. */
export function formToken({ body, headers, caller }: HttpRequest): MaybeAsync<unknown> {
  const most = caller.kind === 'anonymous' ? anonymousPairs : undefined
  const fields = decodeBody(body, headers['content-type'], anyFields, most)
  return andThen(fields, (value) => (value as { _csrf?: unknown })._csrf)
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw result.error
}

/**
 * While the work of a known caller goes on, no bytes move, and that must not end the connection. Returns what sets the
 * limit again, for a reader that takes the answer too slowly.
 */
export function unhurried({ raw, caller }: HttpRequest, reply: HttpReply): () => void {
  const server = serverOf(raw.socket)
  if (!server || caller.kind === 'anonymous') return () => {}
  const wait = () => void reply.raw.setTimeout(0)
  const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers
  // Nobody reads a body that is not there, so its end is not told.
  if (raw.complete || (length === '0' && coding === undefined)) wait()
  else raw.once('end', wait) // an upload must not stand still
  return () => {
    raw.off('end', wait)
    reply.raw.setTimeout(server.timeout)
  }
}
