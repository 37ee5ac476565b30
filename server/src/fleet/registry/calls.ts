import { createHmac } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Selectable } from 'kysely'
import { centreHeader } from '#contract/fleet-scope.ts'
import { tlsVerifyModes } from '#contract/node.ts'
import { type NodeFields, nodeUrl } from '#domain/nodes/node.ts'
import { Refusal } from '#domain/refusal.ts'
import type { TlsOptions } from '../../platform/egress/dial.ts'
import type { Line } from '../../platform/egress/hop.ts'
import type { JsonLimits } from '../../platform/egress/json/read.ts'
import type { Egress, Reply } from '../../platform/egress/safe-fetch.ts'
import type { SettingsReader } from '../../settings/service.ts'
import type { Schema } from '../../store/schema.ts'

export interface CallOptions {
  timeoutMs?: number
  maxBytes?: number
  /** Most elements of the answer, and its fields with JSON inside of strings. */
  json?: Partial<JsonLimits>
  signal?: AbortSignal
  /** Sent as JSON; a form is sent as it is. */
  body?: object | URLSearchParams
  /** Compressed with gzip; only our own panels read that. */
  zipped?: boolean
  /** A connection of this node's own that is kept between calls. */
  line?: Line
}

/** The list of a large panel: 100,000 clients with their counters. */
export const wholeList = {
  maxBytes: 64 * 1024 * 1024,
  json: {
    maxElements: 12_000_000,
    jsonFields: ['settings', 'streamSettings', 'sniffing'],
    // Their other fields repeat what `settings.clients` has.
    only: { clientStats: ['email', 'up', 'down', 'lastOnline'] },
  },
}

/** A call that the node itself answered with a refusal, in its own words. */
export class NodeSaidNo extends Refusal<'node.refused'> {
  readonly said: string
  constructor(host: string, said: string) {
    super('node.refused', { host, reason: said })
    this.said = said
  }
}

const gzipped = promisify(gzip)

const usualMs = 10_000
const usualBytes = 1024 * 1024
const saidMost = 300

function tlsOf({ scheme, tlsVerifyMode, pinnedCertSha256 }: NodeFields): TlsOptions {
  if (scheme === 'http') return {}
  if (tlsVerifyMode === 'pin') return { pinnedCertSha256 }
  return tlsVerifyMode === 'skip' ? { unverified: true } : {}
}

async function envelopeOf(
  reply: Reply,
  host: string,
  limits: CallOptions['json'],
): Promise<{ success?: unknown; msg?: unknown; obj?: unknown }> {
  if (reply.status === 401 || reply.status === 403) throw new Refusal('node.token-refused', { host })
  if (reply.status === 404) throw new Refusal('node.no-panel-there', { host })
  if (reply.status !== 200) throw new Refusal('egress.http-status', { host, status: reply.status })
  const answer = await reply.json(limits).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'egress.too-many-elements'
      ? error
      : new Refusal('node.not-a-panel', { host })
  })
  if (typeof answer === 'object' && answer !== null && 'success' in answer) return answer
  throw new Refusal('node.not-a-panel', { host })
}

const clean = (said: unknown): string =>
  String(said ?? '')
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, saidMost)

/**
 * By which the token of a join string knows this panel again. It follows from the panel's own secret, so that all
 * instances send the same and a restored panel does, too; no other node can use it.
 */
const centreMark = (secret: string, apiToken: string): string =>
  createHmac('sha256', secret).update(`centre of ${apiToken}`).digest('base64url')

/**
 * Calls of a node's API: through the guarded client, with this node's own permission and trust, a deadline and a size
 * cap (P50). A panel hides its routes from callers without a valid token unless they say that they are a browser: then
 * a wrong token can be told from a wrong path.
 */
export function createNodeCalls(egress: Egress, settings: SettingsReader) {
  return async function call(
    node: NodeFields,
    method: 'GET' | 'POST',
    path: string,
    { timeoutMs = usualMs, maxBytes = usualBytes, json, signal, body, zipped, line }: CallOptions = {},
  ): Promise<unknown> {
    if (node.apiToken === '') throw new Refusal('node.token-missing')
    const isForm = body instanceof URLSearchParams
    const text = body && (isForm ? body.toString() : JSON.stringify(body))
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    const reply = await egress.safeFetch(nodeUrl(node, `panel/api/${path}`), {
      method,
      headers: {
        authorization: `Bearer ${node.apiToken}`,
        [centreHeader]: centreMark(settings.current().secret, node.apiToken),
        accept: 'application/json',
        'x-requested-with': 'XMLHttpRequest',
        ...(body && { 'content-type': type }),
        ...(zipped && { 'content-encoding': 'gzip' }),
      },
      ...(text !== undefined && { body: zipped ? await gzipped(text) : text }),
      expectStatus: 'any',
      timeoutMs,
      maxBytes,
      ...(signal && { signal }),
      ...(line && { line }),
      allowPrivateAddress: node.allowPrivateAddress,
      tls: tlsOf(node),
    })
    const { success, msg, obj } = await envelopeOf(reply, node.address, json)
    if (success !== true) throw new NodeSaidNo(node.address, clean(msg))
    return obj
  }
}

export type NodeCalls = ReturnType<typeof createNodeCalls>

export type NodeRow = Selectable<Schema['nodes']>

/** Rows of another program may hold what we would not write. */
export const toFields = (row: NodeRow): NodeFields => ({
  name: row.name,
  remark: row.remark,
  scheme: row.scheme === 'http' ? 'http' : 'https',
  address: row.address,
  port: row.port,
  basePath: row.base_path === '' ? '/' : row.base_path,
  apiToken: row.api_token,
  enable: row.enable,
  allowPrivateAddress: row.allow_private_address,
  tlsVerifyMode: tlsVerifyModes.find((mode) => mode === row.tls_verify_mode) ?? 'verify',
  pinnedCertSha256: row.pinned_cert_sha256,
  trafficMultiplier: row.multiplier,
})

/** The texts of another panel's database are checked by nobody. */
type WrittenNode = Omit<NodeFields, 'scheme' | 'tlsVerifyMode'> & { scheme: string; tlsVerifyMode: string }

export const toColumns = (fields: WrittenNode) => ({
  name: fields.name,
  remark: fields.remark,
  scheme: fields.scheme,
  address: fields.address,
  port: fields.port,
  base_path: fields.basePath,
  api_token: fields.apiToken,
  enable: fields.enable,
  allow_private_address: fields.allowPrivateAddress,
  tls_verify_mode: fields.tlsVerifyMode,
  pinned_cert_sha256: fields.pinnedCertSha256,
  multiplier: fields.trafficMultiplier,
})
