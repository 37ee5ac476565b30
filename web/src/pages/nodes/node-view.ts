import type { Node } from '#contract/node.ts'

type Health = 'disabled' | 'online' | 'coreDown' | 'offline' | 'unknown'

type Reported = Pick<Node, 'enable' | 'status' | 'xrayState'>

/** A panel that responds without a running core serves no clients. */
export function healthOf({ enable, status, xrayState }: Reported): Health {
  if (!enable) return 'disabled'
  if (status === 'online') return xrayState === 'running' ? 'online' : 'coreDown'
  return status === 'offline' ? 'offline' : 'unknown'
}

/** A core that never ran has the version "Unknown". */
export const versionWord = (version: string): string =>
  version === '' || version === 'Unknown' ? '–' : version

/** Why changes are missing, where that is not what its health says already. */
export const isBehindForItself = ({ behindReason, lastError }: Node): boolean =>
  behindReason !== '' && behindReason !== lastError

/** As in a browser; the address of an IPv6 node is in brackets. */
type Address = Pick<Node, 'scheme' | 'address' | 'port' | 'basePath'>
export const urlOf = ({ scheme, address, port, basePath }: Address) =>
  `${scheme}://${address.includes(':') ? `[${address}]` : address}:${port}${basePath}`
