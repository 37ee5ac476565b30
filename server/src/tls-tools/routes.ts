import type { Settings } from '#contract/settings.ts'
import { tlsToolsApi } from '#contract/tls-tools-api.ts'
import type { Mount } from '../http/mount.ts'
import { certHash } from './cert-hash.ts'

export function tlsToolsRoutes(mount: Mount, settings: () => Promise<Settings>): void {
  mount(tlsToolsApi.webCertFiles, async () => {
    const { webCertFile, webKeyFile } = await settings()
    return { webCertFile, webKeyFile }
  })
  mount(tlsToolsApi.certHash, ({ body }) => certHash(body.certFile, body.certContent))
}
