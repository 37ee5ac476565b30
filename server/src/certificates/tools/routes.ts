import { tlsToolsApi } from '#contract/tls-tools-api.ts'
import type { Mount } from '../../platform/http/mount.ts'
import type { SettingsReader } from '../../settings/service.ts'
import { certHash } from './cert-hash.ts'
import type { CertificateDates } from './certificate-dates.ts'
import type { RealityScan } from './reality-scan.ts'

interface Rooms {
  settings: SettingsReader
  scan: RealityScan
  certificates: CertificateDates
}

export function tlsToolsRoutes(mount: Mount, { settings, scan, certificates }: Rooms): void {
  mount(tlsToolsApi.webCertFiles, async () => {
    const { webCertFile, webKeyFile } = await settings.fresh()
    return { webCertFile, webKeyFile }
  })
  mount(tlsToolsApi.certificates, ({ caller }) => certificates.list(caller.userId))
  mount(tlsToolsApi.certHash, ({ body }) => certHash(body.certFile, body.certContent))
  mount(tlsToolsApi.remoteCertHash, ({ body }) => scan.certHash(body.server))
  mount(tlsToolsApi.scanRealityTarget, ({ body }) => scan.one(body.target, body.sni))
  mount(tlsToolsApi.scanRealityTargets, ({ body }) => scan.many(body.targets))
}
