import type { ClientFields } from '#contract/client.ts'
import type { Block } from '#contract/inbound.ts'
import type { Protocol } from '#contract/protocol.ts'
import { is2022, isSingleUser } from '#domain/clients/shadowsocks-key.ts'
import { flowOn, methodOf } from '#domain/inbounds/capabilities.ts'
import { canonicalStream, type InboundShape, textAt, textsAt } from '#domain/inbounds/stream.ts'
import { clientStream, type Trust } from './client-stream.ts'
import { asBlocks } from './json.ts'

export type ClientSource = Pick<ClientFields, 'uuid' | 'password' | 'auth' | 'flow' | 'security'> & {
  flowOverride?: string
}

export interface ClientOptions extends Trust {
  /** Where the inbound is reached. */
  address: string
  port: number
  /** Loopback port for SOCKS and HTTP alike. */
  socksPort: number
  /** WireGuard only: the server's public key, which is not stored. */
  publicKey?: string
  /** The server's Shadowsocks key where it is not the stored one (`serverKey`). */
  serverKey?: string
}

type ReachableInbound = InboundShape & { protocol: Protocol }
type Outbound = (inbound: ReachableInbound, client: ClientSource, o: ClientOptions) => Block

const dialled: (settings: Outbound) => Outbound = (settings) => (inbound, client, o) => ({
  protocol: inbound.protocol,
  settings: settings(inbound, client, o),
  streamSettings: clientStream(canonicalStream(inbound.streamSettings), client.auth, o),
})

const hostPort = ({ address, port }: ClientOptions): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`

const at = ({ address, port }: ClientOptions): Block => ({ address, port })

/** A 2022 server knows its clients by "server key:client key"; other ciphers have one key each. */
function shadowsocksPassword(inbound: ReachableInbound, client: ClientSource, o: ClientOptions): string {
  const method = methodOf(inbound)
  const server = o.serverKey ?? textAt(inbound.settings, 'password')
  if (!is2022(method)) return client.password
  return isSingleUser(method) ? server : `${server}:${client.password}`
}

const account = (settings: Block): Block => {
  const [first] = [...asBlocks(settings.accounts), ...asBlocks(settings.users)]
  return first && settings.auth !== 'noauth' ? { user: first.user, pass: first.pass } : {}
}

const hysteria: Outbound = (inbound, client, o) => ({
  ...dialled((_, __, options) => ({ version: 2, ...at(options) }))(inbound, client, o),
  protocol: 'hysteria',
})

const proxied = (protocol: string): Outbound => {
  return ({ settings }, _, o) => {
    const user = account(settings)
    return { protocol, settings: { servers: [{ ...at(o), ...('user' in user && { users: [user] }) }] } }
  }
}

/** The forms with `vnext` and `servers` are read by every core there is. */
const outboundFor = {
  vless: dialled((inbound, c, o) => {
    const flow = flowOn(inbound, c.flow, c.flowOverride)
    const encryption = textAt(inbound.settings, 'encryption') || 'none'
    return { vnext: [{ ...at(o), users: [{ id: c.uuid, encryption, ...(flow && { flow }) }] }] }
  }),
  vmess: dialled((_, c, o) => ({
    vnext: [{ ...at(o), users: [{ id: c.uuid, security: c.security || 'auto' }] }],
  })),
  trojan: dialled((_, c, o) => ({ servers: [{ ...at(o), password: c.password }] })),
  shadowsocks: dialled((inbound, c, o) => ({
    servers: [{ ...at(o), method: methodOf(inbound), password: shadowsocksPassword(inbound, c, o) }],
  })),
  hysteria,
  hysteria2: hysteria,
  wireguard: ({ settings }, _, o) => {
    const [peer = {}] = asBlocks(settings.peers)
    const psk = textAt(peer, 'preSharedKey')
    const server = { endpoint: hostPort(o), publicKey: o.publicKey ?? '' }
    return {
      protocol: 'wireguard',
      settings: {
        secretKey: textAt(peer, 'privateKey'),
        address: textsAt(peer, 'allowedIPs'),
        peers: [{ ...server, ...(psk && { preSharedKey: psk }) }],
        mtu: settings.mtu ?? 1420,
        noKernelTun: true,
      },
    }
  },
  http: proxied('http'),
  mixed: proxied('socks'),
  // A tunnel leads where it leads: every connection is handed to it as it is.
  tunnel: (_, __, o) => ({ protocol: 'freedom', settings: { redirect: hostPort(o) } }),
  // What leaves through the interface is what the inbound takes in.
  tun: ({ settings }) => ({
    protocol: 'freedom',
    settings: {},
    streamSettings: { sockopt: { interface: textAt(settings, 'name') || 'xray0' } },
  }),
} satisfies Record<Protocol, Outbound>

/** The outbound with which a core reaches an inbound as one of its clients. */
export const clientOutbound = (
  inbound: ReachableInbound,
  client: ClientSource,
  options: ClientOptions,
): Block => ({ tag: 'proxy', ...outboundFor[inbound.protocol](inbound, client, options) })

/** A whole configuration for the client's own core: a loopback proxy that leads through the inbound. */
export const clientConfig = (
  inbound: ReachableInbound,
  client: ClientSource,
  options: ClientOptions,
): Block => ({
  log: { loglevel: 'warning' },
  inbounds: [
    {
      tag: 'local',
      listen: '127.0.0.1',
      port: options.socksPort,
      protocol: 'mixed',
      settings: { auth: 'noauth', udp: true },
    },
  ],
  outbounds: [clientOutbound(inbound, client, options)],
})
