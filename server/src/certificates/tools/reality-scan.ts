import type { X509Certificate } from 'node:crypto'
import { isIP, isIPv6 } from 'node:net'
import type { Coded } from '#contract/coded.ts'
import type { RealityScanResult } from '#contract/tls-tools-api.ts'
import { hostPort } from '#domain/net/address.ts'
import { coded, codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import { mapLimited } from '../../platform/egress/map-limited.ts'
import type { Probe, TlsProbed } from '../../platform/egress/probe.ts'
import { NotPublic } from '../../platform/egress/resolve.ts'
import { parseTarget } from '../../platform/egress/target.ts'
import { chainHolds } from '../../platform/egress/tls-probe.ts'

/**
 * Tried if no site is given: large, stable, not a shared CDN, and not one that the core warns about (Apple, Microsoft).
 */
const realityCandidates = [
  'www.nvidia.com',
  'www.amd.com',
  'www.intel.com',
  'www.oracle.com',
  'www.samsung.com',
  'www.cisco.com',
  'www.dell.com',
  'www.logitech.com',
  'addons.mozilla.org',
  'www.python.org',
]

const mostTargets = 32
const atOnce = 8
const mostNames = 32

/** `host`, `host:port`, `[v6]:port` or a bare IPv6 address. */
function endpointOf(text: string, field: string): { host: string; port: number } {
  const typed = text.trim()
  if (typed === '') throw new Refusal('target.missing', {}, field)
  if (/[\s\p{Cc}/\\@#?]/u.test(typed)) throw new Refusal('target.invalid', { target: typed }, field)
  const { hostname, port } = parseTarget(`https://${isIPv6(typed) ? `[${typed}]` : typed}/`)
  return { host: hostname, port }
}

/** DNS names of the certificate, without wildcards: an inbound cannot use those. */
const namesOf = (certificate: X509Certificate | undefined): string[] =>
  [...(certificate?.subjectAltName ?? '').matchAll(/DNS:([^,\s"]+)/g)]
    .map(([, name = '']) => name.toLowerCase())
    .filter((name) => name !== '' && !name.includes('*'))

const commonName = (text: string | undefined): string =>
  /(?:^|\n)(?:CN|O)=(.+)/.exec(text ?? '')?.[1] ?? text ?? ''

type Checks = Pick<RealityScanResult, 'tls13' | 'h2' | 'x25519' | 'certValid'>

/** What is missing, in one sentence; blank if nothing is. */
function lacking({ tls13, h2, x25519, certValid }: Checks): Coded | undefined {
  const missing = [tls13 ? '' : 'TLS 1.3', h2 ? '' : 'HTTP/2', x25519 ? '' : 'X25519']
    .filter((one) => one !== '')
    .join(', ')
  if (missing === '') return certValid ? undefined : coded('target.lacks-certificate')
  return certValid ? coded('target.lacks', { missing }) : coded('target.lacks-certificate-too', { missing })
}

const because = (said: Coded) => ({ reason: inEnglish(said), reasonCoded: said })

function nothingShown(host: string, port: number): RealityScanResult {
  return {
    target: hostPort(host, port),
    host,
    port,
    ip: '',
    latencyMs: 0,
    tlsVersion: '',
    tls13: false,
    alpn: '',
    h2: false,
    curveID: '',
    x25519: false,
    certSubject: '',
    certIssuer: '',
    notAfter: '',
    certValid: false,
    certChainValid: false,
    serverNames: [],
    privateTarget: false,
    feasible: false,
    reason: '',
  }
}

/** Whether Reality could use a site that answered like this for `name`. */
export function judge(host: string, port: number, name: string, shown: TlsProbed): RealityScanResult {
  const { certificate } = shown
  const checks = {
    tls13: shown.version === 'TLSv1.3',
    h2: shown.alpn === 'h2',
    x25519: shown.group === 'X25519',
    certValid: shown.distrust === '',
  }
  const own = checks.certValid && isIP(name) === 0 ? [name.toLowerCase()] : []
  const lacks = lacking(checks)
  return {
    ...nothingShown(host, port),
    ...checks,
    ip: shown.address,
    latencyMs: shown.latencyMs,
    tlsVersion: shown.version.replace('TLSv', ''),
    alpn: shown.alpn,
    curveID: shown.group,
    certSubject: commonName(certificate?.subject),
    certIssuer: commonName(certificate?.issuer),
    notAfter: certificate ? certificate.validToDate.toISOString() : '',
    certChainValid: chainHolds(shown),
    serverNames: [...new Set([...own, ...namesOf(certificate)])].slice(0, mostNames),
    feasible: lacks === undefined,
    ...(lacks && because(lacks)),
  }
}

/** Probes sites through the egress guard and decides whether Reality could use them. */
export function createRealityScan(probe: Pick<Probe, 'tls'>) {
  async function scan(text: string, sni: string, field: string): Promise<RealityScanResult> {
    const { host, port } = endpointOf(text, field)
    try {
      const shown = await probe.tls(host, port, sni)
      const name = sni === '' ? host : sni
      // For an IP address, probe again with a name from its certificate.
      const [found] = isIP(name) === 0 ? [] : namesOf(shown.certificate)
      if (found === undefined) return judge(host, port, name, shown)
      return judge(host, port, found, await probe.tls(host, port, found))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const privateTarget = error instanceof NotPublic
      return { ...nothingShown(host, port), privateTarget, ...because(codedOf(error)) }
    }
  }

  return {
    one: (target: string, sni: string) => scan(target, sni.trim(), 'target'),
    /** Best first: feasible ones by latency, then the others. */
    async many(text: string): Promise<RealityScanResult[]> {
      const named = text.split(/[\s,;]+/).filter((one) => one !== '')
      const targets = [...new Set(named.length > 0 ? named : realityCandidates)]
      if (targets.length > mostTargets) throw new Refusal('target.too-many', { max: mostTargets }, 'targets')
      for (const target of targets)
        if (/\/\d+$/.test(target)) throw new Refusal('target.is-range', { target }, 'targets')
      const all = await mapLimited(targets, atOnce, (target) => scan(target, '', 'targets'))
      const rank = (r: RealityScanResult) => (r.feasible ? 0 : r.ip === '' ? 2 : 1)
      return all.sort((a, b) => rank(a) - rank(b) || a.latencyMs - b.latencyMs)
    },
    /** Hash of the leaf that a server presents, trusted or not, for pinning. */
    async certHash(server: string): Promise<string[]> {
      const { host, port } = endpointOf(server, 'server')
      const { certificate } = await probe.tls(host, port)
      if (!certificate) throw new Refusal('target.no-certificate', { host }, 'server')
      return [certificate.fingerprint256.replaceAll(':', '').toLowerCase()]
    },
  }
}

export type RealityScan = ReturnType<typeof createRealityScan>
