import type { Settings } from '#contract/settings.ts'
import { isPublic } from '#domain/net/address-class.ts'
import { parseCidrList } from '#domain/net/cidr.ts'
import type { Surroundings } from '#domain/settings/default-view.ts'
import type { Config } from '../platform/config.ts'
import { type ListenPlan, ownAddresses, planListen, urlOf } from '../platform/http/address.ts'
import { type Certificate, fingerprintOf, loadCertificate, selfSigned } from '../platform/http/certificate.ts'
import type { Challenges } from '../platform/http/challenges.ts'
import type { TrustedProxies } from '../platform/http/origin.ts'
import { createPort, type Port, type Ports } from '../platform/http/ports.ts'

/** Where panel and subscriptions listen, from environment, settings and the rules R6 and R7. */
export function planFront(
  config: Config,
  settings: Settings,
): { panel: ListenPlan; sub: ListenPlan; subEnable: boolean; basePath: string } {
  const panel = {
    address: config.listen ?? settings.webListen,
    port: config.port ?? settings.webPort,
    hasCertificate: settings.webCertFile !== '',
  }
  const sub = {
    address: config.listen ?? settings.subListen,
    port: config.subPort ?? settings.subPort,
    hasCertificate: settings.subCertFile !== '',
  }
  return {
    panel: planListen(panel, config.insecureHttp),
    sub: planListen(sub, config.insecureHttp || settings.subPlainHttp),
    subEnable: settings.subEnable,
    basePath: normaliseBase(config.basePath ?? settings.webBasePath),
  }
}

/** How subscriptions are served. */
export const subAt = ({ transport, port, address }: ListenPlan): Surroundings['sub'] => ({
  tls: transport !== 'plain',
  port,
  address,
})

const normaliseBase = (path: string): string =>
  `/${path.split('/').filter(Boolean).join('/')}/`.replace('//', '/')

export async function openPort(
  plan: ListenPlan,
  files: { cert: string; key: string },
  folder: string,
  now: number,
  challenges: Challenges,
  ports: Ports,
  trusted: () => TrustedProxies,
): Promise<{ port: Port; fingerprint: string | undefined }> {
  const certificate = await certificateFor(plan, files, folder, now)
  const fingerprint = plan.transport === 'self-signed' && certificate ? fingerprintOf(certificate) : undefined
  return { port: createPort(certificate, challenges, ports, trusted), fingerprint }
}

export async function certificateFor(
  { transport, address }: ListenPlan,
  files: { cert: string; key: string },
  folder: string,
  now: number,
): Promise<Certificate | undefined> {
  if (transport === 'plain') return undefined
  if (transport === 'configured') return loadCertificate(files.cert, files.key)
  return selfSigned(folder, certifiedHosts([address, ...ownAddresses()]), now)
}

/** Anybody can read the certificate, so private addresses are left out. */
export const certifiedHosts = (addresses: string[]): string[] => [
  'localhost',
  ...new Set(addresses.filter(isPublic)),
]

type FrontPlan = ReturnType<typeof planFront>

/** Checked before the old front closes: a port in use by another program would leave the panel without one. */
export async function refuseTakenPorts(now: FrontPlan, next: FrontPlan): Promise<void> {
  const ours = new Set([now.panel.port, ...(now.subEnable ? [now.sub.port] : [])])
  for (const { address, port } of [next.panel, ...(next.subEnable ? [next.sub] : [])]) {
    if (ours.has(port)) continue
    const probe = createPort(undefined)
    probe.attach({ request: () => {} })
    await probe.listen(address, port)
    await probe.close()
  }
}

/** Parsed once per value: every request asks. */
export function createTrusted(current: () => string): () => TrustedProxies {
  let text: string | undefined
  let list: TrustedProxies = { contains: () => false }
  return () => {
    if (current() !== text) {
      text = current()
      try {
        list = parseCidrList(text)
      } catch {
        list = { contains: () => false } // an unreadable list trusts nobody, but does not fail requests
      }
    }
    return list
  }
}

export const readyLines = (
  plan: { panel: ListenPlan; basePath: string },
  fingerprint: string | undefined,
): string[] => [
  ...(fingerprint ? [`Self-signed certificate, SHA-256 ${fingerprint}`] : []),
  `Sluice is ready: ${urlOf(plan.panel, plan.basePath)}`,
]
