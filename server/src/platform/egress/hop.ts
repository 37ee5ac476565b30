import type { Readable } from 'node:stream'
import type { buildConnector } from 'undici'
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

/** One request on its own connection, which is closed after it, so calls never share one (R40). */
export async function sendHop(
  target: Target,
  request: HopRequest,
  connect: buildConnector.connector,
  signal: AbortSignal,
): Promise<Hop> {
  const { Client } = await import('undici') // loaded on demand to save memory (ADR 006)
  const client = new Client(target.url.origin, {
    connect,
    allowH2: false,
    headersTimeout: 0, // the call's deadline covers headers and body
    bodyTimeout: 0,
  })
  const end = () => void client.destroy().catch(() => {})
  try {
    const reply = await client.request({
      path: `${target.url.pathname}${target.url.search}`,
      method: request.method,
      headers: { ...request.headers },
      body: request.body ?? null,
      reset: true,
      signal,
    })
    reply.body.on('error', () => {}) // an unread body may still fail when the client is closed
    const headers = headerMap(reply.headers)
    return { target, method: request.method, status: reply.statusCode, headers, body: reply.body, close: end }
  } catch (error) {
    end()
    throw error
  }
}
