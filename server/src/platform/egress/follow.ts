import { Refusal } from '#domain/refusal.ts'
import { connectorFor, type Dial, type TlsOptions } from './dial.ts'
import { type Hop, type Line, sendHop } from './hop.ts'
import { afterRedirect, type HopRequest, maxRedirects, redirectLocation } from './redirect.ts'
import { type Lookup, resolveTarget } from './resolve.ts'
import { parseTarget, samePlace, type Target } from './target.ts'
import { dialThrough, refuseInnerTarget } from './through-named-proxy.ts'

export interface Way {
  lookup: Lookup
  dial: Dial
  dnsMs: number
  dialMs: number
  onAnswer?: ((hop: Pick<Hop, 'target' | 'headers'>) => void) | undefined
}

export interface Permit {
  allowPrivateAddress: boolean
  tls: TlsOptions
  proxy?: string | undefined
  signal: AbortSignal
  line?: Line | undefined
  /** Called for each hop, so that a failure names the right host. */
  onHop(target: Target): void
}

/** Resolves, checks, and dials what was checked. Private access and the pin apply only to the first target. */
async function sendChecked(way: Way, target: Target, first: Target, request: HopRequest, permit: Permit) {
  const { signal, proxy } = permit
  const home = samePlace(target, first)
  const redirected = target !== first
  const { lookup, dnsMs, dialMs } = way
  if (proxy !== undefined) refuseInnerTarget(target, redirected)
  const allowPrivate = permit.allowPrivateAddress && home
  const connect = async () => {
    const addresses =
      proxy === undefined
        ? await resolveTarget(target, { lookup, dnsMs, signal, allowPrivate, redirected })
        : []
    const dial = proxy === undefined ? way.dial : dialThrough(proxy, way)
    return connectorFor({ target, addresses, dial, dialMs, tls: home ? permit.tls : {}, signal })
  }
  const line = redirected ? undefined : permit.line
  const allowed = JSON.stringify([target.url.origin, permit.allowPrivateAddress, permit.tls, proxy])
  return sendHop(target, request, connect, signal, line, allowed)
}

export async function follow(way: Way, first: Target, start: HopRequest, permit: Permit): Promise<Hop> {
  let target = first
  let request = start
  for (let redirects = 0; ; redirects++) {
    permit.onHop(target)
    const hop = await sendChecked(way, target, first, request, permit)
    const location = redirectLocation(hop.status, hop.headers.get('location'))
    if (location === undefined) return hop
    hop.close()
    if (redirects === maxRedirects) {
      throw new Refusal('egress.too-many-redirects', { host: first.hostname, max: maxRedirects })
    }
    const next = parseTarget(location, target.url)
    request = afterRedirect(request, hop.status, target.url, next.url)
    target = next
  }
}
