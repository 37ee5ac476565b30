import type { ClientFields } from '#contract/client.ts'
import type { Block } from '#contract/inbound.ts'
import { type ClientProtocol, carriesClients, type Protocol } from '#contract/protocol.ts'
import { type InboundShape, textAt, textsAt } from '#domain/inbounds/stream.ts'
import { advertise } from '#domain/links/advertise.ts'
import { xrayOutbound } from '#domain/links/outbound.ts'
import { type Trust, trusting } from './client-trust.ts'
import { asBlocks } from './json.ts'

export type ClientSource = Pick<ClientFields, 'uuid' | 'password' | 'auth' | 'flow' | 'security'> & {
  shadowsocksKey?: string
  flowOverride?: string
  subId?: string
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

const hostPort = ({ address, port }: ClientOptions): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`

const at = ({ address, port }: ClientOptions): Block => ({ address, port })

/** The same outbound that the client's JSON subscription holds. */
const advertised: Outbound = (inbound, client, o) => {
  const place = { id: 0, remark: '', subSortIndex: 1, listen: '', port: o.port }
  const share = { shareAddrStrategy: 'custom', shareAddr: o.address }
  const { entries, left } = advertise({
    client: { email: 'client', subId: '', ...client },
    attachments: [
      {
        inbound: {
          ...inbound,
          ...place,
          ...share,
          ...(o.serverKey !== undefined && { serverKey: o.serverKey }),
        },
        flowOverride: client.flowOverride ?? '',
      },
    ],
    hosts: [],
    publicHost: '',
    requestHost: '',
    remark: { remarkModel: '', remarkTemplate: '', subEmailInRemark: false, subShowInfo: false },
    usage: { up: 0, down: 0, total: 0, expiryTime: 0, enable: true },
    now: 0,
  })
  const [entry] = entries
  if (!entry) throw new Error(left[0]?.reason)
  return xrayOutbound(entry)
}

const account = (settings: Block): Block => {
  const [first] = [...asBlocks(settings.accounts), ...asBlocks(settings.users)]
  return first && settings.auth !== 'noauth' ? { user: first.user, pass: first.pass } : {}
}

const proxied = (protocol: string): Outbound => {
  return ({ settings }, _, o) => {
    const user = account(settings)
    return { protocol, settings: { servers: [{ ...at(o), ...('user' in user && { users: [user] }) }] } }
  }
}

const outboundFor = {
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
} satisfies Record<Exclude<Protocol, ClientProtocol>, Outbound>

/** The outbound with which a core reaches an inbound as one of its clients. */
export function clientOutbound(inbound: ReachableInbound, client: ClientSource, o: ClientOptions): Block {
  const { protocol } = inbound
  const make = carriesClients(protocol) ? advertised : outboundFor[protocol]
  return trusting({ tag: 'proxy', ...make(inbound, client, o) }, o)
}

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
