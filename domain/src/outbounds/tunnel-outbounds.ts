import type { Block } from '#contract/inbound.ts'
import { asBlocks, blockAt, textAt } from '#domain/untyped.ts'

/** Below the smallest MTU that either service is known to carry. */
const mtu = 1420

const wireguard = (
  tag: string,
  secretKey: string,
  address: string[],
  peer: { publicKey: string; endpoint: string },
  reserved?: number[],
): Block => ({
  tag,
  protocol: 'wireguard',
  settings: { mtu, secretKey, address, ...(reserved && { reserved }), peers: [peer], noKernelTun: false },
})

/** The outbound that a device of WARP uses. `device` is what the service says of it; undefined where that says too little. */
export function warpOutbound(secretKey: string, device: Block): Block | undefined {
  const config = blockAt(device, 'config')
  const peer = asBlocks(config.peers)[0] ?? {}
  const addresses = blockAt(blockAt(config, 'interface'), 'addresses')
  const endpoint = textAt(blockAt(peer, 'endpoint'), 'host')
  const publicKey = textAt(peer, 'public_key')
  const [v4, v6] = [textAt(addresses, 'v4'), textAt(addresses, 'v6')]
  const address = [...(v4 ? [`${v4}/32`] : []), ...(v6 ? [`${v6}/128`] : [])]
  if (!endpoint || !publicKey || address.length === 0) return undefined
  return wireguard(
    'warp',
    secretKey,
    address,
    { publicKey, endpoint },
    reservedOf(textAt(config, 'client_id')),
  )
}

/** Three bytes that the service expects in every packet; written there as Base64. */
function reservedOf(clientId: string): number[] | undefined {
  if (!/^[A-Za-z0-9+/]{4}$/.test(clientId)) return undefined
  return [...atob(clientId)].map((char) => char.charCodeAt(0))
}

/** Every NordLynx client has this address inside the tunnel. */
const nordAddress = '10.5.0.2/32'
const nordPort = 51_820
/** WireGuard, among the technologies of a server. */
const nordWireguard = 35

export type NordServer = ReturnType<typeof nordServers>[number]

/** The servers of an answer that can be used, the least busy first. */
export function nordServers(answer: unknown) {
  return asBlocks((answer as { servers?: unknown } | null)?.servers)
    .flatMap((server) => {
      const technology = asBlocks(server.technologies).find(({ id }) => id === nordWireguard) ?? {}
      const key = asBlocks(technology.metadata).find(({ name }) => name === 'public_key') ?? {}
      const found = {
        name: textAt(server, 'name'),
        hostname: textAt(server, 'hostname'),
        station: textAt(server, 'station'),
        publicKey: textAt(key, 'value'),
        load: typeof server.load === 'number' ? server.load : 100,
      }
      const isUsable = found.hostname && found.station && isWireguardKey(found.publicKey)
      return isUsable && server.status !== 'offline' ? [found] : []
    })
    .sort((a, b) => a.load - b.load)
}

export const nordOutbound = (
  secretKey: string,
  server: Pick<NordServer, 'hostname' | 'station' | 'publicKey'>,
): Block =>
  wireguard(`nord-${server.hostname.split('.')[0]}`, secretKey, [nordAddress], {
    publicKey: server.publicKey,
    endpoint: `${server.station}:${nordPort}`,
  })

/** 32 bytes as Base64. */
export const isWireguardKey = (text: string): boolean => /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(text)
