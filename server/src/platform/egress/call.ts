import { Refusal } from '#domain/refusal.ts'
import type { TlsOptions } from './dial.ts'
import type { Hop, Line } from './hop.ts'
import type { HopRequest, Method } from './redirect.ts'

export interface CallOptions {
  method?: Method
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Default: any 2xx. */
  expectStatus?: 'any' | readonly number[]
  /** Applies to the Content-Length header, the bytes on the wire and the decoded body. */
  maxBytes?: number
  /** Covers everything from the lookup to the last byte. */
  timeoutMs?: number
  signal?: AbortSignal
  /** Only for calls to a node or a backup target that the operator allowed (S5); there is no global switch. */
  allowPrivateAddress?: boolean
  tls?: TlsOptions
  /** Kept between calls to the same target with the same permission and trust; otherwise each call has its own. */
  line?: Line
  /** Through a proxy that the operator named: `socks5://`, `http://` or `https://`. The proxy looks names up. */
  proxy?: string
  /** For a download: bytes so far, and the total if the server sends it. */
  onProgress?: (received: number, total: number | undefined) => void
}

export interface Preset {
  maxBytes: number
  timeoutMs: number
  encoding: string
}

export const fetchPreset: Preset = { maxBytes: 10 * 1024 * 1024, timeoutMs: 15_000, encoding: 'gzip, br' }
/** A file is stored as received, so it is requested uncompressed. */
export const downloadPreset: Preset = { maxBytes: 200 * 1024 * 1024, timeoutMs: 60_000, encoding: 'identity' }

/** These belong to the connection, and `host` would name another site than the checked one. */
const notForCallers = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
])

export function firstRequest(options: CallOptions, encoding: string): HopRequest {
  const headers: Record<string, string> = { 'user-agent': 'Sluice', 'accept-encoding': encoding }
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    const key = name.toLowerCase()
    if (notForCallers.has(key)) throw new Refusal('egress.header-not-allowed', { name: key })
    headers[key] = value
  }
  const request: HopRequest = { method: options.method ?? 'GET', headers }
  return options.body === undefined ? request : { ...request, body: options.body }
}

export function checkStatus({ status, target }: Hop, expected: CallOptions['expectStatus']): void {
  if (expected === 'any') return
  const fits = expected === undefined ? status >= 200 && status < 300 : expected.includes(status)
  if (!fits) throw new Refusal('egress.http-status', { host: target.hostname, status })
}
