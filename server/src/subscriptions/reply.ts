import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Headers are lists, name and value by turns: Node writes them as they are. */
export interface Reply {
  status: number
  headers: string[]
  body: string
  /** `latin1` where nothing beyond ASCII is in it: it goes out as it is. */
  encoding: 'latin1' | 'utf8'
}

/** What a client gets until something about it changes. */
export interface Answer extends Reply {
  emails: readonly string[]
  etag: string
}

/** No cookie, no script, no frame, no index: whoever follows a link in it takes no address along. */
export const guardHeaders = (hsts: boolean): string[] => [
  ...['x-content-type-options', 'nosniff'],
  ...['x-frame-options', 'DENY'],
  ...['referrer-policy', 'no-referrer'],
  ...['x-robots-tag', 'noindex, nofollow'],
  ...(hsts ? ['strict-transport-security', 'max-age=31536000; includeSubDomains'] : []),
]

const policy = 'content-security-policy'
export const shutPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
export const shut: readonly string[] = [policy, shutPolicy]

/** An answer without a word: the same headers for whatever is not there. */
export function createNothing(guard: readonly string[]) {
  const headers = [...guard, ...shut, 'cache-control', 'no-store', 'content-length', '0']
  return (response: ServerResponse, status: number, extra: readonly string[] = []): void => {
    response.writeHead(status, extra.length > 0 ? [...headers, ...extra] : headers).end()
  }
}

/** Covers the usage in the headers too: a 304 would keep old figures in apps. */
export const etagOf = (body: string, told: string): string =>
  `"${hash('sha1', `${told}\n${body}`, 'base64url')}"`

export function sendTagged(request: IncomingMessage, response: ServerResponse, answer: Answer) {
  const known = request.headers['if-none-match']
  if (known === undefined || !matches(known, answer.etag)) return send(request, response, answer)
  response.writeHead(304, withoutContent(answer.headers)).end()
}

const withoutContent = (headers: readonly string[]): string[] =>
  headers.filter((_, i) => {
    const name = headers[i - (i % 2)] ?? ''
    return !name.startsWith('content-') || name === policy
  })

/** The headers are complete, their length too. */
export function send(request: IncomingMessage, response: ServerResponse, reply: Reply) {
  response.writeHead(reply.status, reply.headers)
  if (request.method === 'HEAD') response.end()
  else response.end(reply.body, reply.encoding)
}

const matches = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
