import { createHash, X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { tlsToolsApi } from '#contract/tls-tools-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Mount } from '../../platform/http/mount.ts'
import type { SettingsReader } from '../../settings/service.ts'
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

const MOST_BYTES = 1_048_576

async function contentOf(file: string): Promise<Buffer> {
  const found = await stat(file).catch(() => undefined)
  // A device or pipe would never end.
  if (!found?.isFile() || found.size > MOST_BYTES) throw new Refusal('certificate.missing', {}, 'certFile')
  return readFile(file).catch(() => {
    throw new Refusal('certificate.not-readable', {}, 'certFile')
  })
}

/**
 * The leaf only, like `xray tls hash`: pinning an issuer from the chain would accept every certificate it ever signs.
 */
async function certHash(certFile: string, certContent: string): Promise<string[]> {
  const field = certFile.trim() === '' ? 'certContent' : 'certFile'
  const content = field === 'certFile' ? await contentOf(certFile.trim()) : Buffer.from(certContent)
  if (content.toString().trim() === '') throw new Refusal('certificate.not-given', {}, 'certContent')
  return [createHash('sha256').update(derOf(content, field)).digest('hex')]
}

function derOf(content: Buffer, field: string): Buffer {
  for (const form of [content, Buffer.from(content.toString(), 'base64')]) {
    try {
      return new X509Certificate(form).raw
    } catch {
      // try the next format
    }
  }
  throw new Refusal('certificate.invalid', {}, field)
}
