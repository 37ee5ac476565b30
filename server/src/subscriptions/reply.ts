import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Reply {
  status: number
  headers: Record<string, string>
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

/** Decision 17: every copy is asked about again; the tag covers the usage in the headers too. */
export function sendTagged(request: IncomingMessage, response: ServerResponse, reply: Reply, told: string) {
  const etag = `"${hash('sha1', `${told}\n${reply.body}`, 'base64url')}"`
  reply.headers.etag = etag
  reply.headers['cache-control'] = 'private, no-cache'
  if (matches(request.headers['if-none-match'], etag)) {
    delete reply.headers['content-type']
    delete reply.headers['content-disposition']
    return void response.writeHead(304, reply.headers).end()
  }
  send(request, response, reply)
}

export function send(request: IncomingMessage, response: ServerResponse, reply: Reply) {
  const { status, headers, body, ascii = false } = reply
  headers['content-length'] = String(ascii ? body.length : Buffer.byteLength(body))
  response.writeHead(status, headers)
  if (request.method === 'HEAD') response.end()
  else response.end(body, ascii ? 'latin1' : 'utf8')
}

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
