import {
  type DefaultSettings,
  type Settings,
  type SubscriptionAddressKey,
  subscriptionAddresses,
} from '#contract/settings.ts'
import { bracketed, unbracketed } from '#domain/net/address.ts'
import { classifyAddress } from '#domain/net/address-class.ts'

export interface Surroundings {
  /** The host that the caller used, without port (R16). */
  requestHost: string
  /** How the subscription listener is served: the environment may override the settings (R7). */
  sub: { tls: boolean; port: number; address: string }
}

/** An address that the operator has set may be that of a proxy in front: only they know who answers there. */
function localOnly(settings: Settings, { requestHost, sub }: Surroundings): SubscriptionAddressKey[] {
  const host = settings.subDomain || settings.publicHost || requestHost
  if (![sub.address, host].some((one) => isLoopback(unbracketed(one)))) return []
  return subscriptionAddresses.filter((key) => settings[key] === '')
}

const isLoopback = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || classifyAddress(host) === 'loopback'

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
    subLocalOnly: localOnly(settings, around),
    remarkModel: settings.remarkModel,
    remarkTemplate: settings.remarkTemplate,
    datepicker: settings.datepicker,
    ipLimitEnable: settings.ipLimitEnable,
  }
}
