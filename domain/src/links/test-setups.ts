import type { Block } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import { type Trust, trusting } from '#domain/core-config/client-trust.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { asBlocks } from '#domain/core-config/json.ts'
import { allCells, cellClient, cellInbound, cellName } from '#domain/core-config/test-cells.ts'
import { testKeys } from '#domain/core-config/test-keys.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import { type JsonSettings, jsonConfigs } from '#domain/subscription/json.ts'
import { type AdvertisedInbound, type AdvertiseInput, advertise } from './advertise.ts'
import type { Advertised } from './advertised.ts'
import { shareLink } from './link.ts'

/** The cells that clients have links to. */
export const linkCells: readonly Cell[] = allCells.filter(({ protocol }) => carriesClients(protocol))

export const placed = (inbound: SectionSource, more: Partial<AdvertisedInbound> = {}): AdvertisedInbound => ({
  ...inbound,
  remark: cellName({
    protocol: inbound.protocol,
    ...(inbound.streamSettings as Pick<Cell, 'network' | 'security'>), // written by the cell
  }),
  subSortIndex: 1,
  shareAddrStrategy: 'node',
  shareAddr: '',
  ...more,
})

/** One client on one inbound of a panel that is reached as panel.example. */
export const setup = (
  inbound: AdvertisedInbound,
  client: StoredClient,
  more: Partial<AdvertiseInput> & { master?: AdvertisedInbound } = {},
): AdvertiseInput => {
  const { master, ...input } = more
  return {
    client,
    attachments: [{ inbound, flowOverride: '', ...(master && { master }) }],
    hosts: [],
    publicHost: '',
    requestHost: 'panel.example',
    remark: { remarkModel: '-ieo', remarkTemplate: '', subEmailInRemark: true, subShowInfo: true },
    usage: { up: 0, down: 0, total: 0, expiryTime: 0, enable: true },
    now: 1_700_000_000_000,
    ...input,
  }
}

const master = (): AdvertisedInbound =>
  placed(cellInbound({ protocol: 'vless', network: 'tcp', security: 'tls' }, { port: 443 }), {
    id: 2,
    remark: 'master',
  })

const externalProxy = [
  { forceTls: 'same', dest: 'same.example', port: 8443, remark: 'same' },
  { forceTls: 'tls', dest: 'cdn.example', port: 443, remark: 'cdn', sni: 'sni.example', alpn: ['h2'] },
  { forceTls: 'none', dest: '2001:db8::9', port: 80, remark: 'bare' },
]

/** The ways in which one cell is reached; each golden line is one of them. */
export const ways: Readonly<Record<string, (cell: Cell) => AdvertiseInput>> = {
  plain: (cell) => withCell(cell),
  'external proxy': (cell) => {
    const inbound = cellInbound(cell)
    return withCell(cell, { streamSettings: { ...inbound.streamSettings, externalProxy } })
  },
  'fallback child': (cell) => withCell(cell, { listen: '127.0.0.1' }, { master: master() }),
  IPv6: (cell) => withCell(cell, {}, { requestHost: '2001:db8::1' }),
  node: (cell) => withCell(cell, { nodeAddress: 'node.example' }),
}

function withCell(
  cell: Cell,
  inbound: Partial<AdvertisedInbound> = {},
  more: Parameters<typeof setup>[2] = {},
): AdvertiseInput {
  const source = cellInbound(cell)
  return setup(placed(source, inbound), cellClient(source), more)
}

/** How the cell's client reaches an inbound on loopback. */
function loopbackEntry(inbound: SectionSource, master?: SectionSource): Advertised {
  const here = { shareAddrStrategy: 'custom', shareAddr: '127.0.0.1' }
  const more = master ? { master: placed(master, here) } : {}
  const { entries, left } = advertise(setup(placed(inbound, here), cellClient(inbound), more))
  if (!entries[0]) throw new Error(left[0]?.reason)
  return entries[0]
}

/** The outbound that our importer makes of the link with which the cell's client reaches this loopback inbound. */
export function cellLinkOutbound(
  inbound: SectionSource,
  trust: Trust = { ca: testKeys.ca },
  master?: SectionSource,
): Block {
  const parsed = parseShareLink(shareLink(loopbackEntry(inbound, master)))
  if (!parsed.ok) throw new Error(parsed.why)
  return trusting(parsed.outbound, trust)
}

/** All that the settings can add to a JSON subscription. */
export const everyAddition: JsonSettings = {
  subJsonFragment: '{"packets":"tlshello","length":"100-200","interval":"10-20"}',
  subJsonNoises: '[{"type":"rand","packet":"10-20","delay":"10-16"}]',
  subJsonMux: '{"enabled":true,"concurrency":8,"xudpConcurrency":16,"xudpProxyUDP443":"reject"}',
  subJsonRules: '[{"type":"field","domain":["domain:a.example"],"outboundTag":"direct"}]',
  subJsonFinalMask: '{"tcp":[{"type":"fragment","settings":{"packets":"1-3","lengths":["100-200"]}}]}',
  subJsonAlwaysArray: true,
}

/** The JSON subscription of the cell's client, with its door at a free port and the test's authority trusted. */
export function cellFeed(inbound: SectionSource, port: number, settings: JsonSettings): Block {
  const [config = {}] = jsonConfigs([loopbackEntry(inbound)], settings)
  const [door = {}] = asBlocks(config.inbounds)
  const [proxy = {}, ...others] = asBlocks(config.outbounds)
  return {
    ...config,
    inbounds: [{ ...door, port }],
    outbounds: [trusting(proxy, { ca: testKeys.ca }), ...others],
  }
}
