import { Refusal } from '#domain/refusal.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface HopRequest {
  method: Method
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
}

export const maxRedirects = 3
const followed = new Set([301, 302, 303, 307, 308])

/** Headers that may go to another origin; any other header may be a credential and is dropped. */
const harmless = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'range',
  'user-agent',
])

export function redirectLocation(status: number, location: string | undefined): string | undefined {
  return followed.has(status) ? location : undefined
}

function becomesGet(status: number, method: Method): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD'
  return (status === 301 || status === 302) && method === 'POST'
}

function pick(headers: HopRequest['headers'], keep: (name: string) => boolean): HopRequest['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => keep(name)))
}

/** The request for the next hop. A header dropped at one hop is not restored later. */
export function afterRedirect(request: HopRequest, status: number, from: URL, to: URL): HopRequest {
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw new Refusal('egress.redirect-to-http', { host: from.host })
  }
  const next: HopRequest = becomesGet(status, request.method)
    ? { method: 'GET', headers: pick(request.headers, (name) => !name.startsWith('content-')) }
    : request
  if (from.origin === to.origin) return next
  if (next.body !== undefined) {
    throw new Refusal('egress.redirect-of-sent', { host: from.host, to: to.host })
  }
  return { ...next, headers: pick(next.headers, (name) => harmless.has(name)) }
}
