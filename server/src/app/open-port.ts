import { isPublic } from '#domain/net/address-class.ts'
import { parseCidrList } from '#domain/net/cidr.ts'
import { type ListenPlan, ownAddresses, urlOf } from '../platform/http/address.ts'
import { type Certificate, fingerprintOf, loadCertificate, selfSigned } from '../platform/http/certificate.ts'
import type { Challenges } from '../platform/http/challenges.ts'
import type { TrustedProxies } from '../platform/http/origin.ts'
import { createPort, type Port, type Ports } from '../platform/http/ports.ts'
import type { ListenPlans } from '../settings/listen-plans.ts'
import type { SettingsReader } from '../settings/service.ts'

export async function openPort(
  plan: ListenPlan,
  files: { cert: string; key: string },
  folder: string,
  now: number,
  challenges: Challenges,
  ports: Ports,
  trusted: TrustedProxies,
): Promise<{ port: Port; fingerprint: string | undefined }> {
  const certificate = await certificateFor(plan, files, folder, now)
  const fingerprint = plan.transport === 'self-signed' && certificate ? fingerprintOf(certificate) : undefined
  return { port: createPort(certificate, challenges, ports, () => trusted), fingerprint }
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

/** Checked before the old listeners close: a port in use by another program would leave the panel without one. */
export async function refuseTakenPorts(now: ListenPlans, next: ListenPlans): Promise<void> {
  const ours = new Set([now.panel.port, ...(now.subEnable ? [now.sub.port] : [])])
  for (const { address, port } of [next.panel, ...(next.subEnable ? [next.sub] : [])]) {
    if (ours.has(port)) continue
    const probe = createPort(undefined)
    probe.attach({ request: () => {} })
    await probe.listen(address, port)
    await probe.close()
  }
}

/** The proxies that the settings name now. Parsed once per value: every request asks. */
export function createTrusted(settings: SettingsReader): TrustedProxies {
  let text: string | undefined
  let list: TrustedProxies = { contains: () => false }
  return {
    contains(address) {
      const { trustedProxyCIDRs } = settings.current()
      if (trustedProxyCIDRs !== text) {
        text = trustedProxyCIDRs
        try {
          list = parseCidrList(text)
        } catch {
          list = { contains: () => false } // an unreadable list trusts nobody, but does not fail requests
        }
      }
      return list.contains(address)
    },
  }
}

export const readyLines = (
  plan: { panel: ListenPlan; basePath: string },
  fingerprint: string | undefined,
): string[] => [
  ...(fingerprint ? [`Self-signed certificate, SHA-256 ${fingerprint}`] : []),
  `Sluice is ready: ${urlOf(plan.panel, plan.basePath)}`,
]
