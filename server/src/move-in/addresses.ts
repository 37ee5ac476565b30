import type { Settings } from '#contract/settings.ts'
import type { Config } from '../platform/config.ts'
import type { ListenPlan } from '../platform/http/address.ts'
import { planListeners } from '../settings/listen-plans.ts'

/** One listener of the panel. `tls` has everything that decides about its TLS. */
const listenerOf = ({ address, port, transport }: ListenPlan, files: readonly string[]) => ({
  address,
  port,
  secure: transport !== 'plain',
  tls: [transport, ...files].join(' '),
})

/** Where the panel and its subscriptions answer with given settings. */
export function addressesOf(config: Config, settings: Settings) {
  const { panel, sub, subEnable, basePath } = planListeners(config, settings)
  const { webCertFile, webKeyFile, subCertFile, subKeyFile } = settings
  return {
    panel: listenerOf(panel, [webCertFile, webKeyFile]),
    subscriptions: subEnable ? listenerOf(sub, [subCertFile, subKeyFile]) : undefined,
    basePath,
    subPath: settings.subPath,
    /** The only host name that the panel answers; blank for any. */
    domain: settings.webDomain,
  }
}

export type Addresses = ReturnType<typeof addressesOf>

const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]'])
const bracketed = (host: string) => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)

/** `host`: as the caller reached the panel, for an address that means all of them. */
function urlOf(part: Addresses['panel'], path: string, domain: string, host: string): string {
  const name = domain || (wildcards.has(part.address) ? host || '<host>' : part.address)
  return `${part.secure ? 'https' : 'http'}://${bracketed(name)}:${part.port}${path}`
}

export const panelUrl = (addresses: Addresses, host: string): string =>
  urlOf(addresses.panel, addresses.basePath, addresses.domain, host)

export const subscriptionUrl = (addresses: Addresses, host: string): string =>
  addresses.subscriptions ? urlOf(addresses.subscriptions, addresses.subPath, '', host) : ''

const listens = ({ panel, subscriptions, basePath }: Addresses) => ({ panel, subscriptions, basePath })

/** Only then the listeners are opened again. */
export const isSameAddresses = (a: Addresses, b: Addresses): boolean =>
  JSON.stringify(listens(a)) === JSON.stringify(listens(b))

export const portsOf = ({ panel, subscriptions }: Addresses) => [
  { what: 'panel' as const, ...panel },
  ...(subscriptions ? [{ what: 'subscriptions' as const, ...subscriptions }] : []),
]
