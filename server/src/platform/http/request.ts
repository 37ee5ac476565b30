import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Guard } from '#contract/wire.ts'
import type { Caller } from './caller.ts'
import type { Origin } from './origin.ts'
import type { HttpReply } from './reply.ts'

/** A path that is served. */
export interface HttpRoute {
  /** Without the base path, as in the route table. */
  path: string
  guard: Guard
  /** The guard has let the request in. A promise that fails, or a thrown error, becomes the reply. */
  serve(request: HttpRequest, reply: HttpReply): unknown
  /** Takes over an upgraded connection; absent: handshakes are refused. */
  upgrade?(request: HttpRequest, reply: HttpReply): void
}

/** A request on its way through guard and route. */
export interface HttpRequest {
  raw: IncomingMessage
  method: string
  url: string
  headers: IncomingHttpHeaders
  /** Undefined: no route has this path and method. */
  route: HttpRoute | undefined
  params: Record<string, string>
  /** The part of the URL after `?`. */
  queryText: string
  /** Set before the handler of a mounted endpoint runs. */
  body: Buffer | undefined
  caller: Caller
  origin: Origin
  /** The CSRF token must be in a field of the body. */
  csrfPending: boolean
  /** When the request arrived, before the session lookup. */
  enteredAt: number
}
