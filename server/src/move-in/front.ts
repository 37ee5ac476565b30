import type { Settings } from '#contract/settings.ts'
import type { Layer4 } from '#domain/inbounds/port.ts'

/** One listener of the panel, as settings and environment decide. */
export interface FrontPart {
  address: string
  port: number
  secure: boolean
  /** Certificate paths and whatever else decides about its TLS. */
  tls: string
}

/** Where the panel and its subscriptions answer with given settings. */
export interface Front {
  panel: FrontPart
  /** Undefined if subscriptions are off. */
  subscriptions: FrontPart | undefined
  basePath: string
  subPath: string
  /** The only host name that the panel answers; blank for any. */
  domain: string
}

export type FrontOf = (settings: Settings) => Front

/** The program that holds a port, other than the core of this panel; undefined if nobody does. */
export type HolderOf = (
  layer: Layer4,
  listen: string,
  port: number,
) => Promise<{ name: string; pid: number } | undefined>

const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]'])
const bracketed = (host: string) => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)

/** `host`: as the caller reached the panel, for an address that means all of them. */
function urlOf(part: FrontPart, path: string, domain: string, host: string): string {
  const name = domain || (wildcards.has(part.address) ? host || '<host>' : part.address)
  return `${part.secure ? 'https' : 'http'}://${bracketed(name)}:${part.port}${path}`
}

export const panelUrl = (front: Front, host: string): string =>
  urlOf(front.panel, front.basePath, front.domain, host)

export const subscriptionUrl = (front: Front, host: string): string =>
  front.subscriptions ? urlOf(front.subscriptions, front.subPath, '', host) : ''

const listens = ({ panel, subscriptions, basePath }: Front) => ({ panel, subscriptions, basePath })

/** Only then the listeners are opened again. */
export const isSameFront = (a: Front, b: Front): boolean =>
  JSON.stringify(listens(a)) === JSON.stringify(listens(b))

export const portsOf = ({ panel, subscriptions }: Front) => [
  { what: 'panel' as const, ...panel },
  ...(subscriptions ? [{ what: 'subscriptions' as const, ...subscriptions }] : []),
]
