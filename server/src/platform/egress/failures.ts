import { Refusal } from '#domain/refusal.ts'

/** What went wrong, after the host name. Never contains a path, a header or a stack (R17). */
const sentences: Record<string, string> = {
  ENOTFOUND: 'could not be resolved; check the name and the DNS of this server',
  EAI_AGAIN: 'could not be resolved; check the DNS of this server',
  ECONNREFUSED: 'refused the connection; check the port and that the service runs',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection before the answer was complete',
  UND_ERR_ABORTED: 'closed the connection before the answer was complete',
  ETIMEDOUT: 'could not be reached; check its address and firewall',
  EHOSTUNREACH: 'could not be reached; check its address and firewall',
  ENETUNREACH: 'could not be reached from the network of this server',
  EADDRNOTAVAIL: 'could not be reached from the network of this server',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'shows a self-signed certificate, which is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'shows a certificate of an authority that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'shows a certificate that is not trusted; its chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'shows a certificate of an authority that is not trusted',
  CERT_HAS_EXPIRED: 'shows a certificate that has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'shows a certificate for another name',
  UND_ERR_HEADERS_OVERFLOW: 'answered with headers that are too large',
  UND_ERR_INVALID_ARG: 'cannot be asked: a header holds a character that HTTP does not allow',
  Z_DATA_ERROR: 'answered with a damaged compressed body',
  Z_BUF_ERROR: 'answered with a compressed body that ends too early',
}

/** Failures of the downloaded file on disk, not of the host. */
const local: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  ENOENT: 'the folder does not exist',
  EISDIR: 'the file is a folder',
  EACCES: 'the file may not be written',
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Several addresses were tried: reports the first failure with a known message. */
function causes(error: unknown): unknown[] {
  return error instanceof AggregateError ? [...error.errors, error] : [error]
}

function sentenceFor(error: unknown): string {
  const code = causes(error)
    .map(codeOf)
    .find((candidate) => Object.hasOwn(sentences, candidate))
  if (code !== undefined) return sentences[code] ?? ''
  const kind = codeOf(error)
  if (error instanceof Error && error.name === 'HTTPParserError') return 'did not answer with HTTP'
  if (kind.startsWith('ERR_SSL_') || kind === 'EPROTO') return 'does not speak TLS on this port'
  return 'could not be asked; the connection failed'
}

export function asRefusal(error: unknown, host: string): Refusal {
  if (error instanceof Refusal) return error
  const code = codeOf(error)
  if (Object.hasOwn(local, code)) return new Refusal(`the download could not be saved: ${local[code]}`)
  return new Refusal(`${host} ${sentenceFor(error)}`)
}
