import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net'
import { createSecureContext, type SecureContext, type TLSSocket, connect as tlsConnect } from 'node:tls'
import type { buildConnector } from 'undici'
import { Refusal } from '#domain/refusal.ts'
import type { Target } from './target.ts'

export interface DialTo {
  hostname: string
  /** Already checked: the dialler uses these and looks nothing up. */
  addresses: readonly string[]
  port: number
  signal: AbortSignal
}

export type Dial = (to: DialTo) => Promise<Socket>

export interface TlsOptions {
  /** PEM of a CA to trust instead of the system's. */
  ca?: string
  /** SHA-256 of the certificate, hex with or without colons; replaces the check of chain and name. */
  pinnedCertSha256?: string
  /** Accepts any certificate: only for a node whose operator chose so. */
  unverified?: boolean
}

/** Always returns the checked addresses: the name is not resolved a second time (P57). */
function pinned(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, options, callback) => {
    const [first] = answers
    if (options.all) callback(null, answers)
    else callback(null, first?.address ?? '', first?.family)
  }
}

export const dialTcp: Dial = ({ hostname, addresses, port, signal }) =>
  new Promise((resolve, reject) => {
    const socket = netConnect({
      host: hostname,
      port,
      lookup: pinned(addresses),
      autoSelectFamily: true,
      // Node's default of 250 ms fails for distant hosts; this still leaves time for IPv4 if IPv6 is broken.
      autoSelectFamilyAttemptTimeout: 2_500,
      noDelay: true,
    })
    // Done by hand: the socket's `signal` option would abort a long download at the dial limit.
    const abort = () => socket.destroy(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    socket.on('error', reject) // stays: a socket without an error listener crashes the process
    socket.once('close', () => signal.removeEventListener('abort', abort))
    socket.once('connect', () => {
      signal.removeEventListener('abort', abort)
      resolve(socket)
    })
  })

/** Made once: it holds the system's authorities, which takes milliseconds to load. */
let usual: SecureContext | undefined
const usualContext = (): SecureContext => {
  usual ??= createSecureContext()
  return usual
}

const bareHex = (fingerprint: string) => fingerprint.replaceAll(':', '').toLowerCase()

export function secure(
  socket: Socket,
  target: Target,
  options: TlsOptions,
  signal: AbortSignal,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const pin = options.pinnedCertSha256
    const tls = tlsConnect({
      socket,
      host: target.hostname,
      servername: target.literal ? '' : target.hostname, // the name, although an address was dialled
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: pin === undefined && !options.unverified,
      ...(options.ca === undefined ? { secureContext: usualContext() } : { ca: options.ca }),
    })
    const abort = () => tls.destroy(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    tls.once('close', () => {
      signal.removeEventListener('abort', abort)
      reject(Object.assign(new Error('closed in the handshake'), { code: 'ECONNRESET' }))
    })
    tls.on('error', reject)
    tls.once('secureConnect', () => {
      signal.removeEventListener('abort', abort)
      if (pin === undefined || bareHex(tls.getPeerX509Certificate()?.fingerprint256 ?? '') === bareHex(pin)) {
        return resolve(tls)
      }
      tls.destroy()
      reject(new Refusal('egress.pin-mismatch', { host: target.hostname }))
    })
  })
}

export interface Route {
  target: Target
  addresses: readonly string[]
  dial: Dial
  dialMs: number
  tls: TlsOptions
  signal: AbortSignal
}

async function open({ target, addresses, dial, dialMs, tls, signal }: Route): Promise<Socket> {
  const limit = AbortSignal.timeout(dialMs)
  const either = AbortSignal.any([signal, limit])
  try {
    const to = { hostname: target.hostname, addresses, port: target.port, signal: either }
    const socket = await dial(to)
    if (either.aborted) socket.destroy()
    either.throwIfAborted()
    return target.url.protocol === 'https:' ? await secure(socket, target, tls, either) : socket
  } catch (error) {
    if (!limit.aborted || signal.aborted) throw error
    throw new Refusal('egress.not-reached', { host: target.hostname, seconds: dialMs / 1000 })
  }
}

/** Undici's connector: connects to the checked addresses only. */
export function connectorFor(route: Route): buildConnector.connector {
  return (_options, callback) => {
    open(route).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    )
  }
}
