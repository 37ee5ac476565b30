import type { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { type TLSSocket, connect as tlsConnect } from 'node:tls'

/** What a TLS server showed of itself. Nothing of it is trusted because it was shown. */
export interface TlsShown {
  /** The address that was dialled. */
  address: string
  /** `TLSv1.3`, ... */
  version: string
  /** What it chose of h2 and http/1.1; blank for neither. */
  alpn: string
  /** The key exchange, `X25519`; blank where the runtime does not know its name. */
  group: string
  certificate: X509Certificate | undefined
  /** Why the system would not trust it: a code of OpenSSL or of Node; blank where it would. */
  distrust: string
}

const nameMismatch = 'ERR_TLS_CERT_ALTNAME_INVALID'
/** Whether an authority that the system knows vouches for it, whatever name it bears. */
export const chainHolds = ({ distrust }: TlsShown): boolean => distrust === '' || distrust === nameMismatch

function shownBy(tls: TLSSocket): TlsShown {
  const key: object = tls.getEphemeralKeyInfo() ?? {}
  return {
    address: tls.remoteAddress ?? '',
    version: tls.getProtocol() ?? '',
    alpn: tls.alpnProtocol || '',
    group: 'name' in key ? String(key.name) : '',
    certificate: tls.getPeerX509Certificate(),
    // Typed as an Error, but it is a code where there is one.
    distrust: tls.authorized ? '' : String(tls.authorizationError ?? 'unknown'),
  }
}

interface Shake {
  /** Whose certificate it must be, and whom to ask for. */
  servername: string
  literal: boolean
  /** PEM of an authority to trust instead of the system's. */
  ca?: string | undefined
  signal: AbortSignal
}

/** A handshake and no more: looks at what a server shows, trusted or not, and leaves. */
export function shakeHands(socket: Socket, { servername, literal, ca, signal }: Shake): Promise<TlsShown> {
  return new Promise((resolve, reject) => {
    const tls = tlsConnect({
      socket,
      host: servername,
      servername: literal ? '' : servername,
      ALPNProtocols: ['h2', 'http/1.1'],
      ecdhCurve: 'X25519:P-256:P-384', // by name, so that what was chosen can be told
      rejectUnauthorized: false, // the verdict is read, not obeyed: no byte is sent after it
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
