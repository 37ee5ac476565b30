import type { Block } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { allCells, cellClient, cellInbound, cellName } from '#domain/core-config/test-cells.ts'
import { testKeys } from '#domain/core-config/test-keys.ts'
import { type Trust, trusting } from '#domain/core-config/trust.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import { type AdvertisedInbound, type AdvertiseInput, advertise } from './advertise.ts'
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

/** The outbound that our importer makes of the link with which the cell's client reaches this loopback inbound. */
export function cellLinkOutbound(
  inbound: SectionSource,
  trust: Trust = { ca: testKeys.ca },
  master?: SectionSource,
): Block {
  const here = { shareAddrStrategy: 'custom', shareAddr: '127.0.0.1' }
  const more = master ? { master: placed(master, here) } : {}
  const { entries, left } = advertise(setup(placed(inbound, here), cellClient(inbound), more))
  const parsed = entries[0] && parseShareLink(shareLink(entries[0]))
  if (!parsed?.ok) throw new Error(parsed?.why ?? left[0]?.reason)
  return trusting(parsed.outbound, trust)
}
