import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Body } from './remembered.ts'

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

/** Covers the usage in the headers too: a 304 would keep old figures in apps. */
export function etagOf(body: Body, told: string): string {
  if (body.tag?.told !== told)
    body.tag = { told, etag: `"${hash('sha1', `${told}\n${body.text}`, 'base64url')}"` }
  return body.tag.etag
}

export function sendTagged(request: IncomingMessage, response: ServerResponse, reply: Reply, etag: string) {
  if (!matches(request.headers['if-none-match'], etag)) return send(request, response, reply)
  const { 'content-type': _type, 'content-disposition': _name, ...headers } = reply.headers
  response.writeHead(304, headers).end()
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
