import { lookup as systemLookup } from 'node:dns/promises'
import { classifyAddress } from '#domain/net/address-class.ts'
import { coded, Refusal } from '#domain/refusal.ts'
import type { Target } from './target.ts'

/** All addresses of a name. Tests pass their own to simulate a hostile name server. */
export type Lookup = (hostname: string) => Promise<readonly string[]>

export const lookupAll: Lookup = async (hostname) => {
  const answers = await systemLookup(hostname, { all: true, order: 'verbatim' })
  return answers.map((answer) => answer.address)
}

/** getaddrinfo cannot be cancelled, so only the wait ends. */
async function waitAtMost<T>(work: Promise<T>, ms: number, signal: AbortSignal, late: Refusal): Promise<T> {
  let stop = () => {}
  const end = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(late), ms)
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    stop = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
  })
  try {
    return await Promise.race([work, end])
  } finally {
    stop()
  }
}

async function addressesOf(target: Target, lookup: Lookup, dnsMs: number, signal: AbortSignal) {
  if (target.literal) return [target.hostname]
  const late = new Refusal('egress.not-resolved', { host: target.hostname, seconds: dnsMs / 1000 })
  return waitAtMost(lookup(target.hostname), dnsMs, signal, late)
}

/** A class of its own, so that callers can tell a private target from other refusals. */
export class NotPublic extends Refusal<NotPublicCode> {}
type NotPublicCode = `egress.not-public-${'literal' | 'name'}${'' | '-redirect'}`

/** One private address refuses the name: a name that is both public and private is an attack or a mistake (P57). */
export function refuseUnlessPublic(target: Target, addresses: readonly string[], redirected: boolean): void {
  for (const address of addresses) {
    const kind = classifyAddress(address)
    if (kind === 'public') continue
    const params = { host: target.hostname, address, kind: coded(`address.${kind}`) }
    const code = target.literal ? 'egress.not-public-literal' : 'egress.not-public-name'
    throw new NotPublic(redirected ? `${code}-redirect` : code, params)
  }
}

export interface ResolveOptions {
  /** Addresses that may be dialled although they are not public. */
  exempt?: (address: string) => boolean
  lookup: Lookup
  dnsMs: number
  signal: AbortSignal
  allowPrivate: boolean
  redirected: boolean
}

/** The only addresses that may be dialled for this hop. */
export async function resolveTarget(target: Target, options: ResolveOptions): Promise<readonly string[]> {
  options.signal.throwIfAborted()
  const addresses = await addressesOf(target, options.lookup, options.dnsMs, options.signal)
  if (addresses.length === 0) throw new Refusal('egress.no-address', { host: target.hostname })
  if (options.allowPrivate) return addresses
  const judged = options.exempt ? addresses.filter((a) => !options.exempt?.(a)) : addresses
  refuseUnlessPublic(target, judged, options.redirected)
  return addresses
}
