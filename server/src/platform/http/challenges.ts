import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer, type SecureContext, type Server } from 'node:tls'

/** What a certificate authority is answered while it looks whether a name leads here (RFC 8555, RFC 8737). */
export interface Challenges {
  /** The text for a token; undefined: it was not asked of us. */
  http(token: string): string | undefined
  /** An authority may come by TLS now. */
  expectsTls(): boolean
  /** What it is shown; undefined: nothing is expected for this name. */
  tls(serverName: string): SecureContext | undefined
}

const path = '/.well-known/acme-challenge/'
const alpn = 'acme-tls/1'

function answered(challenges: Challenges, request: IncomingMessage, response: ServerResponse): boolean {
  const { url = '', method } = request
  if (!url.startsWith(path) || (method !== 'GET' && method !== 'HEAD')) return false
  const text = challenges.http(url.slice(path.length))
  if (text === undefined) return false
  const headers = {
    'content-type': 'application/octet-stream',
    'cache-control': 'no-store',
    connection: 'close',
  }
  response
    .writeHead(200, { ...headers, 'x-content-type-options': 'nosniff' })
    .end(method === 'GET' ? text : undefined)
  return true
}

/** Answers authorities, and leaves everybody else to the handler. */
export const withChallenges =
  (challenges: Challenges, handler: RequestListener): RequestListener =>
  (request, response) =>
    answered(challenges, request, response) ? undefined : handler(request, response)

/** A TLS record has at most 16 KB. */
const mostBytes = 5 + 16_384

/** Whether the first record of a handshake is an authority's; undefined: more has to be read. */
export function isChallengeHello(seen: Buffer): boolean | undefined {
  const length = seen.length < 5 ? mostBytes : 5 + seen.readUInt16BE(3)
  if (seen.length < length && seen.length < mostBytes) return undefined
  return seen.subarray(0, length).includes(`${String.fromCharCode(alpn.length)}${alpn}`)
}

/** Ends every connection after its handshake, which is all that an authority wants. */
export function createAlpnServer(challenges: Challenges, handshakeTimeout: number): Server {
  const server = createServer(
    {
      ALPNProtocols: [alpn],
      handshakeTimeout,
      SNICallback: (name, done) => done(null, challenges.tls(name.toLowerCase())),
    },
    (socket) => {
      socket.on('error', () => {})
      socket.end()
    },
  )
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return server
}
