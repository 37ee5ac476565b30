import type { Settings } from '#contract/settings.ts'
import type { Config } from '../platform/config.ts'
import type { ListenPlan } from '../platform/http/address.ts'
import { planListeners } from '../settings/listen-plans.ts'

/** One listener of the panel, as settings and environment decide. */
export interface Listener {
  address: string
  port: number
  secure: boolean
  /** Certificate paths and whatever else decides about its TLS. */
  tls: string
}

/** Where the panel and its subscriptions answer with given settings. */
export interface Addresses {
  panel: Listener
  /** Undefined if subscriptions are off. */
  subscriptions: Listener | undefined
  basePath: string
  subPath: string
  /** The only host name that the panel answers; blank for any. */
  domain: string
}

const listenerOf = ({ address, port, transport }: ListenPlan, files: readonly string[]): Listener => ({
  address,
  port,
  secure: transport !== 'plain',
  tls: [transport, ...files].join(' '),
})

export function addressesOf(config: Config, settings: Settings): Addresses {
  const { panel, sub, subEnable, basePath } = planListeners(config, settings)
  const { webCertFile, webKeyFile, subCertFile, subKeyFile } = settings
  return {
    panel: listenerOf(panel, [webCertFile, webKeyFile]),
    subscriptions: subEnable ? listenerOf(sub, [subCertFile, subKeyFile]) : undefined,
    basePath,
    subPath: settings.subPath,
    domain: settings.webDomain,
  }
}

const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]'])
const bracketed = (host: string) => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)

/** `host`: as the caller reached the panel, for an address that means all of them. */
function urlOf(part: Listener, path: string, domain: string, host: string): string {
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
