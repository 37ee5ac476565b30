import type { ClientFields } from '#contract/client.ts'
import type { Block } from '#contract/inbound.ts'
import { type ClientProtocol, carriesClients, type Protocol } from '#contract/protocol.ts'
import type { InboundShape } from '#domain/inbounds/stream.ts'
import { advertise } from '#domain/links/advertise.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { xrayOutbound } from '#domain/links/outbound.ts'
import { hostPort } from '#domain/net/address.ts'
import { Refusal } from '#domain/refusal.ts'
import { asBlocks, isBlock, textAt } from '#domain/untyped.ts'
import type { Peer } from '#domain/wireguard/keys.ts'

export type ClientSource = Pick<ClientFields, 'uuid' | 'password' | 'auth' | 'flow' | 'security'> & {
  shadowsocksKey?: string
  flowOverride?: string
  subId?: string
  /** MASQUE knows its clients by it. */
  email?: string
} & Partial<Peer>

export interface ClientOptions extends Trust {
  /** The address of the inbound. */
  address: string
  port: number
  /** The server's Shadowsocks key if it differs from the stored one (`serverKey`). */
  serverKey?: string
}

export type ReachableInbound = InboundShape & { protocol: Protocol }
type Outbound = (inbound: ReachableInbound, client: ClientSource, o: ClientOptions) => Block

/** What a client of the inbound dials; throws if no link can be made for it. */
export function entryFor(inbound: ReachableInbound, client: ClientSource, o: ClientOptions): Advertised {
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
  if (!entry) throw left[0] ? Refusal.of(left[0].reasonCoded) : new Refusal('share-link.no-server')
  return entry
}

/** The outbound of the client's JSON subscription. */
const advertised: Outbound = (inbound, client, o) => xrayOutbound(entryFor(inbound, client, o))

const account = (settings: Block): Block => {
  const [first] = [...asBlocks(settings.accounts), ...asBlocks(settings.users)]
  return first && settings.auth !== 'noauth' ? { user: first.user, pass: first.pass } : {}
}

const proxied =
  (protocol: string): Outbound =>
  ({ settings }, _, { address, port }) => {
    const user = account(settings)
    return { protocol, settings: { servers: [{ address, port, ...('user' in user && { users: [user] }) }] } }
  }

const outboundFor = {
  http: proxied('http'),
  mixed: proxied('socks'),
  // A tunnel has a fixed target: every connection is passed to it as it is.
  tunnel: (_, __, o) => ({ protocol: 'freedom', settings: { redirect: hostPort(o.address, o.port) } }),
  // What leaves through the interface is what the inbound receives.
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

/** How a client verifies the server, where the inbound's own hints are not enough. */
export interface Trust {
  /** PEM of a private authority, which is then the only trusted one. */
  ca?: string
  /** SHA-256 of the server's certificate, in hex. */
  pinnedPeerCertSha256?: string
  /** The server name to use if the inbound has none. */
  serverName?: string
}

/** An outbound that trusts what a test or a probe says. */
export function trusting(outbound: Block, { ca, pinnedPeerCertSha256, serverName }: Trust): Block {
  const { streamSettings: stream } = outbound
  if (!isBlock(stream) || !isBlock(stream.tlsSettings)) return outbound
  const tls = stream.tlsSettings
  const pins = [textAt(tls, 'pinnedPeerCertSha256'), pinnedPeerCertSha256 ?? ''].filter(Boolean).join(',')
  const name = textAt(tls, 'serverName') || serverName
  return {
    ...outbound,
    streamSettings: {
      ...stream,
      tlsSettings: {
        ...tls,
        ...(name && { serverName: name }),
        ...(pins && { pinnedPeerCertSha256: pins }),
        ...(ca && {
          disableSystemRoot: true,
          certificates: [{ usage: 'verify', certificate: ca.trim().split('\n') }],
        }),
      },
    },
  }
}
