import type { DefaultSettings, Settings } from '#contract/settings.ts'
import { bracketed } from '#domain/net/address.ts'

export interface Surroundings {
  /** The host that the caller used, without port (R16). */
  requestHost: string
  /** How the subscription listener is served: the environment may override the settings (R7). */
  sub: { tls: boolean; port: number }
}

/** The subscription URL without a configured public one; the scheme's default port is omitted. */
export function subscriptionOrigin(settings: Settings, { requestHost, sub }: Surroundings): string {
  const host = bracketed(settings.subDomain || settings.publicHost || requestHost)
  const implied = sub.port === (sub.tls ? 443 : 80)
  return `${sub.tls ? 'https' : 'http'}://${host}${implied ? '' : `:${sub.port}`}`
}

export function defaultSettingsView(settings: Settings, around: Surroundings): DefaultSettings {
  const origin = subscriptionOrigin(settings, around)
  return {
    expireDiff: settings.expireDiff,
    trafficDiff: settings.trafficDiff,
    pageSize: settings.pageSize,
    defaultCert: settings.webCertFile,
    defaultKey: settings.webKeyFile,
    tgBotEnable: settings.tgBotEnable,
    subEnable: settings.subEnable,
    subJsonEnable: settings.subJsonEnable,
    subClashEnable: settings.subClashEnable,
    subSingboxEnable: settings.subSingboxEnable,
    subTitle: settings.subTitle,
    subURI: settings.subURI || origin + settings.subPath,
    subJsonURI: settings.subJsonURI || origin + settings.subJsonPath,
    subClashURI: settings.subClashURI || origin + settings.subClashPath,
    subSingboxURI: settings.subSingboxURI || origin + settings.subSingboxPath,
    remarkModel: settings.remarkModel,
    remarkTemplate: settings.remarkTemplate,
    datepicker: settings.datepicker,
    ipLimitEnable: settings.ipLimitEnable,
  }
}
