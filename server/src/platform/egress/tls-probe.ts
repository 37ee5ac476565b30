import type { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { type TLSSocket, connect as tlsConnect } from 'node:tls'

/** What a TLS server presented. It is not trusted for that. */
export interface TlsShown {
  /** The address that was dialled. */
  address: string
  /** `TLSv1.3`, ... */
  version: string
  /** h2, http/1.1, or blank for neither. */
  alpn: string
  /** The key exchange, e.g. `X25519`; blank if the runtime does not know its name. */
  group: string
  certificate: X509Certificate | undefined
  /** Why the system does not trust it: an OpenSSL or Node error code; blank if it does. */
  distrust: string
}

const nameMismatch = 'ERR_TLS_CERT_ALTNAME_INVALID'
/** Whether a CA that the system trusts signed it, for any name. */
export const chainHolds = ({ distrust }: TlsShown): boolean => distrust === '' || distrust === nameMismatch

function shownBy(tls: TLSSocket): TlsShown {
  const key: object = tls.getEphemeralKeyInfo() ?? {}
  return {
    address: tls.remoteAddress ?? '',
    version: tls.getProtocol() ?? '',
    alpn: tls.alpnProtocol || '',
    group: 'name' in key ? String(key.name) : '',
    certificate: tls.getPeerX509Certificate(),
    // Typed as an Error, but it is an error code.
    distrust: tls.authorized ? '' : String(tls.authorizationError ?? 'unknown'),
  }
}

interface Shake {
  /** The SNI, and the name that the certificate must have. */
  servername: string
  literal: boolean
  /** PEM of a CA to trust instead of the system's. */
  ca?: string | undefined
  signal: AbortSignal
}

/** A handshake only: reads what a server presents, trusted or not, and disconnects. */
export function shakeHands(socket: Socket, { servername, literal, ca, signal }: Shake): Promise<TlsShown> {
  return new Promise((resolve, reject) => {
    const tls = tlsConnect({
      socket,
      host: servername,
      servername: literal ? '' : servername,
      ALPNProtocols: ['h2', 'http/1.1'],
      ecdhCurve: 'X25519:P-256:P-384', // named, so that the chosen one is known
      rejectUnauthorized: false, // the result is recorded; nothing is sent after the handshake
      ...(ca !== undefined && { ca }),
    })
    const abort = () => tls.destroy(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    tls.on('error', reject)
    tls.once('close', () => {
      signal.removeEventListener('abort', abort)
      socket.destroy()
      reject(Object.assign(new Error('closed in the handshake'), { code: 'ECONNRESET' }))
    })
    tls.once('secureConnect', () => {
      resolve(shownBy(tls))
      tls.destroy()
    })
  })
}
