import type { Coded } from '#contract/coded.ts'
import type { FailureFacts } from '#domain/entries/failure.ts'
import { dialsOverUdp } from '#domain/inbounds/masque.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import { createProbe, type Probe } from '../platform/egress/probe.ts'

const limitMs = 1_500
const silenceMs = 500
/** An operator may advertise an address inside its own network; a client of it dials that, too. */
const options = { own: true, allowPrivate: true } as const

const overUdp: ReadonlySet<string> = new Set(['kcp', 'hysteria'])

async function failureOf(work: () => Promise<unknown>): Promise<Coded | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return codedOf(error)
  }
}

/** Looks at an entry that failed without being its client: whether its name, its port and its TLS are there. */
export async function knock(
  { host, port, transport, security }: Advertised,
  probe: Pick<Probe, 'tcp' | 'udp' | 'tls'> = createProbe({ limitMs, silenceMs }),
): Promise<Pick<FailureFacts, 'knock' | 'tls'>> {
  const alpn = security.kind === 'tls' ? security.alpn : []
  const isQuic =
    overUdp.has(transport.network) ||
    (transport.network === 'masque' ? dialsOverUdp(alpn) : alpn.join() === 'h3')
  const knocked = await failureOf(() => probe[isQuic ? 'udp' : 'tcp'](host, port, options))
  if (knocked || isQuic || security.kind !== 'tls') return { knock: knocked, tls: undefined }
  const sni = security.sni || host
  return { knock: undefined, tls: await failureOf(() => probe.tls(host, port, sni, options)) }
}
