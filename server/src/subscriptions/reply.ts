import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Reply {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** Nothing beyond ASCII is in it: it goes out as it is. */
  ascii?: boolean
}

/** No cookie, no script, no frame, no index: whoever follows a link in it takes no address along. */
export const guardHeaders = (hsts: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  ...(hsts && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

const policy = 'content-security-policy'
export const shut = "default-src 'none'; frame-ancestors 'none'"

export function sendNothing(
  response: ServerResponse,
  status: number,
  guard: Record<string, string>,
  extra: Record<string, string> = {},
): void {
  response
    .writeHead(status, {
      ...guard,
      'content-security-policy': shut,
      'cache-control': 'no-store',
      'content-length': '0',
      ...extra,
    })
    .end()
}

/** Covers the usage in the headers too: a 304 would keep old figures in apps. */
export const etagOf = (body: string, told: string): string =>
  `"${hash('sha1', `${told}\n${body}`, 'base64url')}"`

export function sendTagged(request: IncomingMessage, response: ServerResponse, reply: Reply) {
  if (!matches(request.headers['if-none-match'], reply.headers.etag ?? ''))
    return send(request, response, reply)
  const kept = Object.entries(reply.headers).filter(
    ([name]) => !name.startsWith('content-') || name === policy,
  )
  response.writeHead(304, Object.fromEntries(kept)).end()
}

/** The headers are complete, their length too. */
export function send(request: IncomingMessage, response: ServerResponse, reply: Reply) {
  response.writeHead(reply.status, reply.headers)
  if (request.method === 'HEAD') response.end()
  else response.end(reply.body, reply.ascii ? 'latin1' : 'utf8')
}

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
