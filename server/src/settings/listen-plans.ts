import type { Settings } from '#contract/settings.ts'
import type { Surroundings } from '#domain/settings/default-view.ts'
import type { Config } from '../platform/config.ts'
import { type ListenPlan, planListen } from '../platform/http/address.ts'

/** Where panel and subscriptions listen, from environment, settings and the rules R6 and R7. */
export function planListeners(config: Config, settings: Settings) {
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

export type ListenPlans = ReturnType<typeof planListeners>

export const subAt = ({ transport, port, address }: ListenPlan): Surroundings['sub'] => ({
  tls: transport !== 'plain',
  port,
  address,
})

const normaliseBase = (path: string): string =>
  `/${path.split('/').filter(Boolean).join('/')}/`.replace('//', '/')
