import type { Block } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { allCells, cellClient, cellInbound, cellName } from '#domain/core-config/test-cells.ts'
import { testKeys } from '#domain/core-config/test-keys.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { blockAt } from '#domain/inbounds/stream.ts'
import { type AdvertisedInbound, type AdvertiseInput, advertise } from '#domain/links/advertise.ts'
import type { Advertised } from '#domain/links/advertised.ts'

/** A cell with what a person might have written into it. */
export interface Variant {
  name: string
  cell: Cell
  settings?: Block
  stream?: Block
  /** Over the defaults of TLS. */
  tls?: Block
  /** Over the client's own credentials. */
  client?: Pick<Partial<StoredClient>, 'password' | 'auth'>
}

/** Every cell that has clients. */
export const linkCells: readonly Variant[] = allCells
  .filter(({ protocol }) => carriesClients(protocol))
  .map((cell) => ({ name: cellName(cell), cell }))

const header = {
  type: 'http',
  request: { method: 'GET', path: ['/page'], headers: { Host: ['site.example'], 'X-Own': ['1'] } },
  response: { version: '1.1', status: '200', reason: 'OK', headers: { Connection: ['keep-alive'] } },
}
const vless = { protocol: 'vless', network: 'tcp', security: 'none' } as const
const vmess = { ...vless, protocol: 'vmess' } as const
const shadowsocks = { ...vless, protocol: 'shadowsocks' } as const
const short = btoa('0123456789abcdef')

/** What the cells' defaults leave out. */
export const moreVariants: readonly Variant[] = [
  { name: 'vless-http-header', cell: vless, stream: { tcpSettings: { header } } },
  { name: 'vmess-http-header', cell: vmess, stream: { tcpSettings: { header } } },
  { name: 'vmess-http-header-tls', cell: { ...vmess, security: 'tls' }, stream: { tcpSettings: { header } } },
  { name: 'vless-encryption', cell: { ...vless, security: 'tls' }, settings: testKeys.vlessEncryption },
  {
    name: 'vless-ws-early-data',
    cell: { ...vless, network: 'ws', security: 'tls' },
    stream: { wsSettings: { path: '/a/b?ed=2048', host: 'sluice.test', headers: { 'X-Own': '1' } } },
  },
  {
    name: 'vmess-httpupgrade-host',
    cell: { ...vmess, network: 'httpupgrade' },
    stream: { httpupgradeSettings: { path: '/up', host: 'site.example', headers: {} } },
  },
  {
    name: 'trojan-grpc-name',
    cell: { protocol: 'trojan', network: 'grpc', security: 'tls' },
    stream: { grpcSettings: { serviceName: 'some.Service', authority: 'site.example', multiMode: true } },
  },
  {
    name: 'vless-grpc-path',
    cell: { ...vless, network: 'grpc', security: 'tls' },
    stream: { grpcSettings: { serviceName: '/own/path/One|Two' } },
  },
  ...['packet-up', 'stream-up', 'stream-one'].map((mode) => ({
    name: `vless-xhttp-${mode}`,
    cell: { ...vless, network: 'xhttp', security: 'tls' } as const,
    stream: {
      xhttpSettings: {
        path: '/x/',
        host: 'sluice.test',
        mode,
        xPaddingBytes: '100-200',
        scMaxEachPostBytes: 500_000,
        headers: { 'X-Own': '1' },
        ...(mode === 'packet-up' && {
          sessionIDPlacement: 'header',
          sessionIDKey: 'X-Who',
          seqPlacement: 'query',
          seqKey: 'n',
        }),
      },
    },
  })),
  {
    name: 'shadowsocks-ws-host',
    cell: { ...shadowsocks, network: 'ws' },
    stream: { wsSettings: { path: '/s;s=1', host: 'site.example', headers: {} } },
  },
  ...['aes-128-gcm', 'aes-256-gcm', 'chacha20-poly1305', 'chacha20-ietf-poly1305', 'xchacha20-poly1305'].map(
    (method) => ({
      name: `shadowsocks-${method}`,
      cell: shadowsocks,
      settings: { method, password: 'unused', network: 'tcp,udp' },
    }),
  ),
  {
    name: 'shadowsocks-short-key',
    cell: shadowsocks,
    settings: { method: '2022-blake3-aes-128-gcm', password: short, network: 'tcp,udp' },
  },
  {
    name: 'shadowsocks-one-user',
    cell: shadowsocks,
    settings: { method: '2022-blake3-chacha20-poly1305', network: 'tcp,udp' },
  },
  {
    name: 'hysteria-salamander',
    cell: { protocol: 'hysteria', network: 'hysteria', security: 'tls' },
    stream: { finalmask: { udp: [{ type: 'salamander', settings: { password: 'se#cr:et' } }] } },
  },
  ...(['vless', 'trojan', 'hysteria'] as const).flatMap((protocol) => {
    const network = protocol === 'hysteria' ? protocol : 'tcp'
    const cell = { protocol, network, security: 'tls' } as const
    const pins = { fingerprint: 'firefox', pinnedPeerCertSha256: [testKeys.certificateSha256] }
    const ech = {
      echServerKeys: testKeys.ech.serverKeys,
      settings: { echConfigList: testKeys.ech.configList },
    }
    return [
      { name: `${protocol}-pinned`, cell, tls: { settings: pins } },
      { name: `${protocol}-ech`, cell, tls: ech },
    ]
  }),
  // Names and secrets that a format could take for something else (real-apps 9, 10).
  {
    name: 'yes',
    cell: { protocol: 'trojan', network: 'tcp', security: 'tls' },
    client: { password: '12345e67' },
  },
  {
    name: '0123',
    cell: { protocol: 'trojan', network: 'ws', security: 'tls' },
    client: { password: 'null' },
  },
  {
    name: '🌊 "quoted" \'too\' #&+% ?/=@: {}[]',
    cell: { protocol: 'trojan', network: 'grpc', security: 'reality' },
    client: { password: '/+=@:#"\'\\ %20 é🌊' },
  },
  {
    name: '2026-11-15',
    cell: { protocol: 'hysteria', network: 'hysteria', security: 'tls' },
    client: { auth: 'a/b+c=@:#?&%"\'\\' },
  },
  { name: 'null', cell: { ...vmess, network: 'ws' }, stream: { wsSettings: { path: '/1:20"\'' } } },
]

export interface VariantOptions {
  id?: number
  port?: number
  target?: string
}

export function variantInbound(
  { cell, settings, stream, tls }: Variant,
  { id = 1, ...more }: VariantOptions = {},
): SectionSource {
  const made = cellInbound(cell, { ...more, ...(settings && { settings }) })
  const tlsSettings = tls && { tlsSettings: { ...blockAt(made.streamSettings, 'tlsSettings'), ...tls } }
  return { ...made, id, streamSettings: { ...made.streamSettings, ...stream, ...tlsSettings } }
}

export const asAdvertised = (inbound: SectionSource, remark: string): AdvertisedInbound & SectionSource => ({
  ...inbound,
  remark,
  subSortIndex: 0,
  shareAddrStrategy: 'node',
  shareAddr: '',
})

export const variantClient = (inbound: SectionSource, { client }: Variant): StoredClient => ({
  ...cellClient(inbound),
  ...client,
})

/** What a client of one inbound gets to see of it. */
export function entriesOf(
  inbound: AdvertisedInbound & SectionSource,
  more: Partial<AdvertiseInput> & { master?: AdvertisedInbound } = {},
): Advertised[] {
  const { master, ...input } = more
  const { entries, left } = advertise({
    client: cellClient(inbound),
    attachments: [{ inbound, flowOverride: '', ...(master && { master }) }],
    hosts: [],
    publicHost: '127.0.0.1',
    requestHost: '',
    remark: { remarkModel: '-io', remarkTemplate: '', subEmailInRemark: false, subShowInfo: false },
    usage: { up: 0, down: 0, total: 0, expiryTime: 0, enable: true },
    now: 0,
    ...input,
  })
  const [broken] = left
  if (broken) throw new Error(broken.reason)
  return entries
}
