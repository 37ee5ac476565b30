import type { NetworkInterfaceInfo } from 'node:os'
import { isPublic } from '#domain/net/address-class.ts'

const UNKNOWN = 'N/A'

export interface PublicIp {
  ipv4: string
  ipv6: string
}

/** The machine's own routable addresses. Behind NAT there is none, and no outside service is asked. */
export function publicIp(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): PublicIp {
  const routable = Object.values(interfaces)
    .flatMap((list) => list ?? [])
    .filter((entry) => !entry.internal && isPublic(entry.address))
  const first = (family: string) => routable.find((entry) => entry.family === family)?.address ?? UNKNOWN
  return { ipv4: first('IPv4'), ipv6: first('IPv6') }
}
