import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { classifyAddress } from '#domain/net/address-class.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Dial, dialTcp } from './dial.ts'
import { asRefusal } from './failures.ts'
import { type Lookup, lookupAll, resolveTarget } from './resolve.ts'
import { type Target, targetOf } from './target.ts'
import { shakeHands, type TlsShown } from './tls-probe.ts'

export interface Probed {
  dnsMs: number
  /** Time until the server answered; 0 if silence is the expected result, as for most UDP servers. */
  delay: number
}

export type TlsProbed = TlsShown & { latencyMs: number }

type Reach<T> = (target: Target, addresses: readonly string[], signal: AbortSignal) => Promise<T>

interface Asked<T> {
  dnsMs: number
  ms: number
  answer: T
}

export interface ProbeOptions {
  /** Also allows a server on this machine. */
  own?: boolean
  /** Only for a node's own address (S5). */
  allowPrivate?: boolean
}

interface ProbeDeps {
  lookup?: Lookup
  dial?: Dial
  knock?: Knock
  /** Covers the lookup and the answer. */
  limitMs?: number
  /** How long a UDP server may be silent before it counts as reachable. */
  silenceMs?: number
  /** PEM of a CA that a TLS server may be signed by, instead of the system's. */
  ca?: string
}

/** True if a UDP server answered, false if it was silent. */
type Knock = (address: string, port: number, silenceMs: number, signal: AbortSignal) => Promise<boolean>

/** One byte that starts no protocol; only a closed port answers immediately. */
export const knockUdp: Knock = (address, port, silenceMs, signal) =>
  new Promise((resolve, reject) => {
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
    const done = (settle: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      socket.removeAllListeners('message')
      socket.close()
      settle()
    }
    const abort = () => done(() => reject(signal.reason))
    const timer = setTimeout(() => done(() => resolve(false)), silenceMs)
    signal.addEventListener('abort', abort, { once: true })
    socket.once('error', (error) => done(() => reject(error)))
    socket.once('message', () => done(() => resolve(true)))
    socket.connect(port, address, () => socket.send(Buffer.of(0)))
  })

/** Checks whether an endpoint answers. Names that resolve to private addresses are refused (S5). */
export function createProbe({
  lookup = lookupAll,
  dial = dialTcp,
  knock = knockUdp,
  limitMs = 5_000,
  silenceMs = 2_000,
  ca,
}: ProbeDeps = {}) {
  async function ask<T>(
    host: string,
    port: number,
    reach: Reach<T>,
    { own = false, allowPrivate = false }: ProbeOptions = {},
  ): Promise<Asked<T>> {
    const target = targetOf(host, port)
    const signal = AbortSignal.timeout(limitMs)
    let isResolved = false
    try {
      const began = performance.now()
      const addresses = await resolveTarget(target, {
        lookup,
        dnsMs: limitMs,
        signal,
        allowPrivate,
        redirected: false,
        ...(own && { exempt: isOwnAddress }),
      })
      isResolved = true
      const resolved = performance.now()
      const answer = await reach(target, addresses, signal)
      const ms = Math.max(1, Math.round(performance.now() - resolved))
      return { dnsMs: Math.round(resolved - began), ms, answer }
    } catch (error) {
      // A name server that says nothing is another fault than a server that does not answer.
      const code = isResolved ? 'egress.not-reached' : 'egress.not-resolved'
      if (signal.aborted) throw new Refusal(code, { host: target.hostname, seconds: limitMs / 1000 })
      throw asRefusal(error, target.hostname)
    }
  }

  const dialled = (target: Target, addresses: readonly string[], signal: AbortSignal) =>
    dial({ hostname: target.hostname, addresses, port: target.port, signal })

  return {
    async tcp(host: string, port: number, options?: ProbeOptions): Promise<Probed> {
      const hangUp: Reach<unknown> = async (...to) => (await dialled(...to)).destroy()
      const { dnsMs, ms } = await ask(host, port, hangUp, options)
      return { dnsMs, delay: ms }
    },
    async udp(host: string, port: number, options?: ProbeOptions): Promise<Probed> {
      const reach: Reach<boolean> = (target, [address = ''], signal) =>
        knock(address, target.port, silenceMs, signal)
      const { dnsMs, ms, answer } = await ask(host, port, reach, options)
      return { dnsMs, delay: answer ? ms : 0 }
    },
    /** What a server presents for this SNI, by default its own host; the time covers dial and handshake. */
    async tls(host: string, port: number, sni = '', options?: ProbeOptions): Promise<TlsProbed> {
      const shake: Reach<TlsShown> = async (target, addresses, signal) => {
        const name = sni === '' ? target : targetOf(sni, port)
        const socket = await dialled(target, addresses, signal)
        return shakeHands(socket, { servername: name.hostname, literal: name.literal, ca, signal })
      }
      const { ms, answer } = await ask(host, port, shake, options)
      return { ...answer, latencyMs: ms }
    },
  }
}

export type Probe = ReturnType<typeof createProbe>

/** Whether an address belongs to this machine: loopback or an interface. */
export const isOwnAddress = (address: string): boolean =>
  classifyAddress(address) === 'loopback' ||
  Object.values(networkInterfaces()).some((list) => list?.some((one) => one.address === address))
