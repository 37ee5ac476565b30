import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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
import { requireToken } from './auth.ts'
import { decodeBody } from './body.ts'
import { type Actor, actorOf, type Caller, type Known } from './caller.ts'
import { sendJson, sendOk } from './envelope.ts'
import type { Origin } from './origin.ts'

export interface Call<E extends EndpointSpec = EndpointSpec> {
  params: Record<string, string>
  query: QueryOf<E>
  body: BodyOf<E>
  /** On an open endpoint it may be anonymous; elsewhere the guard has seen to it. */
  caller: E['open'] extends true ? Caller : Known
  actor: Actor
  origin: Origin
  request: FastifyRequest
  reply: FastifyReply
}

/** Return this to say that the handler has sent the reply itself. */
export const sent = { sent: true } as const

export type Handler<E extends EndpointSpec> = (
  call: Call<E>,
) => ReplyOf<E> | typeof sent | Promise<ReplyOf<E> | typeof sent>
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

/** Pages, redirects and files: no schema and no envelope, but the same guard and the same table. */
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
      http.route({
        method: [...methods],
        url: base + path.slice(1),
        config: { guard },
        ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
        handler: async (request, reply) => {
          const answer = await handler(await readCall(endpoint, request, reply))
          if (answer === sent) return reply
          return endpoint.bare
            ? sendJson(reply, JSON.stringify(answer))
            : sendOk(reply, endpoint.says ?? '', answer)
        },
      })
    }
  }
}

async function readCall<E extends EndpointSpec>(
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Call<E>> {
  let body: unknown
  if (endpoint.body) {
    const decoded = await decodeBody(
      request.body as Buffer | null,
      request.headers['content-type'],
      endpoint.body,
    )
    if (request.csrfPending) requireToken(request.caller, (decoded as { _csrf?: unknown })._csrf)
    body = parse(endpoint.body, decoded)
  } else if (request.csrfPending) requireToken(request.caller, await formToken(request))
  const query = endpoint.query && parse(endpoint.query, request.query)
  return {
    params: request.params as Record<string, string>,
    // The schemas named in `endpoint` made these values; TypeScript cannot follow the lookup.
    query: query as QueryOf<E>,
    body: body as BodyOf<E>,
    caller: request.caller as Call<E>['caller'],
    actor: actorOf(request.caller, request.origin.address),
    origin: request.origin,
    request,
    reply,
  }
}

/** The CSRF token that a form carries where the header is missing. */
export async function formToken({ body, headers }: FastifyRequest): Promise<unknown> {
  const fields = await decodeBody(body as Buffer | null, headers['content-type'], z.object({})) // our parser made it
  return (fields as { _csrf?: unknown })._csrf
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw result.error
}
