import type { Readable } from 'node:stream'
import type { buildConnector, Client } from 'undici'
import type { HopRequest, Method } from './redirect.ts'
import type { Target } from './target.ts'

export interface Hop {
  target: Target
  method: Method
  status: number
  /** Lower-case names; a repeated header is joined with commas. */
  headers: ReadonlyMap<string, string>
  body: Readable
  close(): void
}

function headerMap(headers: Record<string, string | string[] | undefined>): Map<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  return new Map(entries)
}

/**
 * A connection that is kept between calls, for one caller with one permission (R40): every call on it has the same
 * target and trust. It is dialled like any other, checked first, and a broken one is dialled anew by the next call.
 */
export interface Line {
  /** Set while it is open. */
  client?: Client | undefined
  /** What it was dialled for: a call with another target, permission or trust dials anew. */
  permit?: string
  close(): void
}

export function createLine(): Line {
  const line: Line = {
    close() {
      const { client } = line
      line.client = undefined
      void client?.destroy().catch(() => {})
    },
  }
  return line
}

/** A call that was not read to its end leaves nothing that another one could use. */
const keeping = (line: Line, client: Client) => (isRead: boolean) => {
  if (!isRead && line.client === client) line.close()
}

async function open(origin: string, connect: buildConnector.connector): Promise<Client> {
  const { Client } = await import('undici') // loaded on demand to save memory
  return new Client(origin, {
    connect,
    allowH2: false,
    headersTimeout: 0, // the call's deadline covers headers and body
    bodyTimeout: 0,
    keepAliveTimeout: lineMs,
  })
}

/** Shorter than the time after which our own panels close an idle connection. */
const lineMs = 100_000

function keep(line: Line, client: Client, permit: string): void {
  line.close()
  line.client = client
  line.permit = permit
  client.once('disconnect', () => {
    if (line.client === client) line.close()
  })
}

/** One request on its own connection, which is closed after it, so calls never share one (R40); or on a kept line. */
export async function sendHop(
  target: Target,
  request: HopRequest,
  connect: () => Promise<buildConnector.connector>,
  signal: AbortSignal,
  line?: Line,
  permit = '',
): Promise<Hop> {
  if (line && line.permit !== permit) line.close()
  const kept = line?.client
  const client = kept ?? (await open(target.url.origin, await connect()))
  if (line && !kept) keep(line, client, permit)
  const end = line ? keeping(line, client) : () => void client.destroy().catch(() => {})
  try {
    const reply = await client.request({
      path: `${target.url.pathname}${target.url.search}`,
      method: request.method,
      headers: { ...request.headers },
      body: request.body ?? null,
      reset: line === undefined,
      signal,
    })
    reply.body.on('error', () => {}) // an unread body may still fail when the client is closed
    const headers = headerMap(reply.headers)
    const close = () => end(reply.body.readableEnded)
    return { target, method: request.method, status: reply.statusCode, headers, body: reply.body, close }
  } catch (error) {
    end(false)
    throw error
  }
}
