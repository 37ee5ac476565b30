import { Refusal } from '#domain/refusal.ts'

/** What went wrong, after the host name. Never contains a path, a header or a stack (R17). */
const remote = {
  ENOTFOUND: 'egress.name-unknown',
  EAI_AGAIN: 'egress.dns-failed',
  ECONNREFUSED: 'egress.connection-refused',
  ECONNRESET: 'egress.connection-closed',
  EPIPE: 'egress.connection-closed',
  UND_ERR_SOCKET: 'egress.answer-cut',
  UND_ERR_ABORTED: 'egress.answer-cut',
  ETIMEDOUT: 'egress.unreachable',
  EHOSTUNREACH: 'egress.unreachable',
  ENETUNREACH: 'egress.no-network',
  EADDRNOTAVAIL: 'egress.no-network',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'egress.certificate-self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'egress.certificate-untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'egress.certificate-chain',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'egress.certificate-untrusted',
  CERT_HAS_EXPIRED: 'egress.certificate-expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'egress.certificate-other-name',
  UND_ERR_HEADERS_OVERFLOW: 'egress.headers-too-large',
  UND_ERR_INVALID_ARG: 'egress.header-invalid',
  Z_DATA_ERROR: 'egress.body-damaged',
  Z_BUF_ERROR: 'egress.body-cut',
} as const

/** Failures of the downloaded file on disk, not of the host. */
const local = {
  ENOSPC: 'egress.disk-full',
  EDQUOT: 'egress.disk-quota',
  EROFS: 'egress.disk-read-only',
  ENOENT: 'egress.folder-missing',
  EISDIR: 'egress.file-is-folder',
  EACCES: 'egress.file-forbidden',
} as const

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Several addresses were tried: reports the first failure with a known message. */
function causes(error: unknown): unknown[] {
  return error instanceof AggregateError ? [...error.errors, error] : [error]
}

const isKey = <T extends object>(table: T, key: PropertyKey): key is keyof T => Object.hasOwn(table, key)

function refusalCode(error: unknown) {
  for (const code of causes(error).map(codeOf)) if (isKey(remote, code)) return remote[code]
  const kind = codeOf(error)
  if (error instanceof Error && error.name === 'HTTPParserError') return 'egress.not-http'
  if (kind.startsWith('ERR_SSL_') || kind === 'EPROTO') return 'egress.not-tls'
  return 'egress.failed'
}

export function asRefusal(error: unknown, host: string): Refusal {
  if (error instanceof Refusal) return error
  const code = codeOf(error)
  return isKey(local, code) ? new Refusal(local[code]) : new Refusal(refusalCode(error), { host })
}
