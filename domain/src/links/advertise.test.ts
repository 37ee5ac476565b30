import { describe, expect, it } from 'vitest'
import { blankHost, type Host } from '#contract/host.ts'
import type { Block } from '#contract/inbound.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { cellClient, cellInbound } from '#test/fixtures/inbound-cells.ts'
import { testKeys } from '#test/fixtures/keys.ts'
import { placed, setup } from '#test/fixtures/link-setups.ts'
import { type AdvertisedInbound, type AdvertiseInput, advertise } from './advertise.ts'

const reality: Cell = { protocol: 'vless', network: 'tcp', security: 'reality' }
const tls: Cell = { protocol: 'vless', network: 'tcp', security: 'tls' }
const ws: Cell = { protocol: 'vless', network: 'ws', security: 'none' }

const on = (cell: Cell, inbound: Partial<AdvertisedInbound> = {}, more: Partial<AdvertiseInput> = {}) => {
  const source = cellInbound(cell)
  return advertise(setup(placed(source, inbound), cellClient(source), more))
}
const hostOf = (...args: Parameters<typeof on>): string | undefined => on(...args).entries[0]?.host

const host = (more: Partial<Host>): Host => ({
  ...blankHost,
  id: 1,
  groupId: 'g',
  inboundId: 1,
  address: 'a.example',
  createdAt: 0,
  updatedAt: 0,
  ...more,
})

describe('the host of a link (R36)', () => {
  it.each([
    ["the node's address", { nodeAddress: 'node.example', listen: '203.0.113.5' }, 'node.example'],
    ['a routable listen', { listen: '203.0.113.5' }, '203.0.113.5'],
    ['no loopback', { listen: '127.0.0.1' }, 'public.example'],
    ['no wildcard', { listen: '::0' }, 'public.example'],
    [
      'an address of the operator',
      { shareAddrStrategy: 'custom', shareAddr: '[2001:db8::5]' },
      '2001:db8::5',
    ],
    [
      'listen before the node',
      { shareAddrStrategy: 'listen', listen: '203.0.113.5', nodeAddress: 'n' },
      '203.0.113.5',
    ],
  ])('%s', (_, inbound, expected) => {
    expect(hostOf(tls, inbound, { publicHost: 'public.example' })).toBe(expected)
  })

  it("the request's host comes last, without its port", () => {
    expect(hostOf(tls, {}, { requestHost: '[2001:db8::1]:2053' })).toBe('2001:db8::1')
    expect(hostOf(tls, {}, { requestHost: 'me.example:2053' })).toBe('me.example')
    expect(on(tls, {}, { requestHost: '' })).toMatchObject({ entries: [], left: [{ inboundId: 1 }] })
  })
})

describe('one inbound that cannot be rendered', () => {
  const broken: [string, Partial<AdvertisedInbound>][] = [
    ['a transport that is gone', { streamSettings: { network: 'quic' } }],
    ['Reality without its public key', { streamSettings: { security: 'reality' } }],
    ['a socket without a port', { listen: '/run/x.sock', port: 0 }],
    ['a protocol without clients', { protocol: 'http' }],
    [
      'a cipher key that does not fit',
      { protocol: 'shadowsocks', settings: { method: '2022-blake3-aes-128-gcm' } },
    ],
    [
      'a block of anything',
      {
        streamSettings: { network: 'ws', wsSettings: { headers: { toString: 1 } }, security: [] } as Block,
        port: -1,
      },
    ],
  ]
  it.each(broken)('%s is left out with a reason, the others stay', (_, more) => {
    const source = cellInbound(tls)
    const input = setup(placed(source), cellClient(source))
    const bad = { inbound: { ...placed(source, { id: 9 }), ...more }, flowOverride: '' }
    const { entries, left } = advertise({ ...input, attachments: [bad, ...input.attachments] })
    expect(entries.map((e) => e.inboundId)).toEqual([1])
    expect(left).toEqual([
      { inboundId: 9, reason: expect.stringMatching(/^\S.*\.$/), reasonCoded: expect.anything() },
    ])
  })
})

describe('choices', () => {
  const shortIds = ['aa', 'bb', 'cc', 'dd', 'ee', 'ff']
  const withIds = (list: string[], subId: string) => {
    const source = cellInbound(reality)
    const realitySettings = { ...(source.streamSettings.realitySettings as Block), shortIds: list } // from the cell
    const inbound = placed(source, { streamSettings: { ...source.streamSettings, realitySettings } })
    const [entry] = advertise(setup(inbound, { ...cellClient(source), subId })).entries
    return entry?.security.kind === 'reality' ? entry.security.shortId : undefined
  }
  const people = Array.from({ length: 200 }, (_, i) => `sub-${i}`)

  it('are stable, and clients share the short ids out', () => {
    const chosen = people.map((p) => withIds(shortIds, p))
    expect(people.map((p) => withIds(shortIds, p))).toEqual(chosen)
    for (const id of shortIds) expect(chosen.filter((c) => c === id).length).toBeGreaterThan(10)
  })

  it('a short id that goes moves only those who had it', () => {
    for (const p of people) {
      const before = withIds(shortIds, p)
      if (before !== 'cc')
        expect(
          withIds(
            shortIds.filter((id) => id !== 'cc'),
            p,
          ),
        ).toBe(before)
    }
  })
})

describe('a flow', () => {
  const flowOf = (result: ReturnType<typeof on>) =>
    result.entries.map(({ access }) => (access.protocol === 'vless' ? access.flow : undefined))

  it('goes to links as it was given (R26)', () => {
    const source = cellInbound(tls)
    const client = { ...cellClient(source), flow: 'xtls-rprx-vision-udp443' }
    expect(flowOf(advertise(setup(placed(source), client)))).toEqual(['xtls-rprx-vision-udp443'])
  })

  it('is not for an address without TLS, nor for a child whose own listener gives it none', () => {
    const streamSettings = {
      ...cellInbound(tls).streamSettings,
      externalProxy: [
        { dest: 'a.example', port: 1, forceTls: 'none' },
        { dest: 'b.example', port: 2 },
      ],
    }
    expect(flowOf(on(tls, { streamSettings }))).toEqual(['', 'xtls-rprx-vision'])
    const child = cellInbound({ protocol: 'vless', network: 'tcp', security: 'none' })
    const master = placed(cellInbound(tls, { port: 443 }), { id: 2 })
    const { entries, left } = advertise(setup(placed(child), cellClient(child), { master }))
    expect(left).toEqual([])
    expect(entries).toMatchObject([{ port: 443, access: { flow: '' }, security: { kind: 'tls' } }])
  })
})

describe("a fallback's child", () => {
  const child = cellInbound({ protocol: 'vless', network: 'grpc', security: 'none' })
  const through = (master: Partial<AdvertisedInbound>, more: Partial<AdvertiseInput> = {}) =>
    advertise(
      setup(placed(child, { nodeAddress: 'child-node.example' }), cellClient(child), {
        master: placed(cellInbound(reality, { port: 443 }), { id: 2, ...master }),
        ...more,
      }),
    ).entries

  it("shows its master's address, port, TLS state and external proxies, and its own transport", () => {
    expect(through({ nodeAddress: 'node.example' })).toMatchObject([
      {
        inboundId: 1,
        host: 'node.example',
        port: 443,
        transport: { network: 'grpc' },
        security: { kind: 'reality', publicKey: testKeys.reality.publicKey },
      },
    ])
    const { streamSettings } = cellInbound(tls)
    const proxied = { ...streamSettings, externalProxy: [{ dest: 'cdn.example', port: 8443 }] }
    expect(through({ streamSettings: proxied })).toMatchObject([{ host: 'cdn.example', port: 8443 }])
  })

  it("has its own addresses, else its master's", () => {
    const hosts = [host({ inboundId: 2, address: 'm.example' })]
    expect(through({}, { hosts })).toMatchObject([{ host: 'm.example', port: 443 }])
    const both = [...hosts, host({ address: 'c.example', port: 99 })]
    expect(through({}, { hosts: both })).toMatchObject([{ host: 'c.example', port: 99 }])
  })

  it.each(['ws', 'httpupgrade'] as const)(
    'is left out over %s behind Reality, which no app dials',
    (network) => {
      const web = cellInbound({ protocol: 'vless', network, security: 'none' })
      const master = placed(cellInbound(reality, { port: 443 }), { id: 2 })
      const behind = (hosts: AdvertiseInput['hosts']) =>
        advertise(setup(placed(web), cellClient(web), { master, hosts }))
      expect(behind([])).toMatchObject({
        entries: [],
        left: [{ inboundId: 1, reasonCoded: { code: 'link.reality-undialable' } }],
      })
      const cdn = host({ address: 'cdn.example', port: 443, security: 'tls' })
      expect(behind([cdn])).toMatchObject({ entries: [{ host: 'cdn.example' }], left: [] })
    },
  )
})

describe("an operator's address", () => {
  it('overrides what it names and leaves the rest', () => {
    const hosts = [
      host({
        port: 443,
        security: 'tls',
        overrideSniFromAddress: true,
        path: '/p',
        hostHeader: 'h.example',
        vlessRoute: '443',
        pinnedPeerCertSha256: ['AB:CD'],
        allowInsecure: true,
        muxParams: '{"enabled":true}',
        excludeFromSubTypes: ['Clash'],
      }),
      host({ address: 'b.example', isDisabled: true }),
      host({ address: 'c.example', isHidden: true }),
    ]
    expect(on(ws, {}, { hosts }).entries).toMatchObject([
      {
        host: 'a.example',
        port: 443,
        access: { id: '00000000-0000-01bb-8000-000000000001' },
        transport: { path: '/p', host: 'h.example', settings: { path: '/p', host: 'h.example' } },
        security: { kind: 'tls', sni: 'a.example', pins: ['abcd'], allowInsecure: true, alpn: ['http/1.1'] },
        extras: { mux: { enabled: true }, excludeFrom: ['clash'] },
      },
    ])
  })

  it('may send no name at all', () => {
    expect(on(tls, {}, { hosts: [host({ keepSniBlank: true })] }).entries).toMatchObject([
      { security: { kind: 'tls', sni: '' } },
    ])
  })
})

it('entries come in the order of their inbounds, each under a name of its own', () => {
  const source = cellInbound(tls)
  const attach = (id: number, subSortIndex: number, remark: string) => ({
    inbound: placed(source, { id, subSortIndex, remark }),
    flowOverride: '',
  })
  const input = setup(placed(source), cellClient(source))
  const attachments = [attach(3, 2, 'x'), attach(2, 1, 'x'), attach(1, 2, 'x'), attach(4, 9, 'x-ann-2')]
  const { entries } = advertise({ ...input, attachments })
  expect(entries.map((e) => e.inboundId)).toEqual([2, 1, 3, 4])
  expect(entries.map((e) => e.remark)).toEqual(['x-ann', 'x-ann-2', 'x-ann-3', 'x-ann-2-ann'])
})

describe('nodes in a subscription', () => {
  const source = cellInbound(tls)
  const input = setup(placed(source), cellClient(source))
  const at = (id: number, more: Partial<AdvertisedInbound>) => ({
    inbound: placed(source, { id, remark: `in ${id}`, ...more }),
    flowOverride: '',
  })
  const listed = (more: Partial<AdvertiseInput>) =>
    advertise({ ...input, ...more }).entries.map(({ inboundId }) => inboundId)

  it('that are down are left out if asked, unless nothing else is left', () => {
    const down = { nodeAddress: 'n.example', isNodeDown: true }
    const attachments = [at(1, {}), at(2, down), at(3, { nodeAddress: 'm.example' })]
    expect(listed({ attachments })).toEqual([1, 2, 3])
    expect(listed({ attachments, withoutDown: true })).toEqual([1, 3])
    expect(listed({ attachments: [at(2, down)], withoutDown: true })).toEqual([2])
    // What stays cannot be rendered: that is nothing either.
    const broken = at(1, { streamSettings: { network: 'quic' } })
    expect(listed({ attachments: [broken, at(2, down)], withoutDown: true })).toEqual([2])
  })

  it('come by load if asked, within the order of the operator', () => {
    const attachments = [
      at(1, {}),
      at(2, { nodeRank: 1 }),
      at(3, { nodeRank: -1 }),
      at(4, { nodeRank: -2, subSortIndex: 9 }),
      at(5, { nodeRank: -1 }),
    ]
    expect(listed({ attachments })).toEqual([1, 2, 3, 5, 4])
    expect(listed({ attachments, leastLoadedFirst: true })).toEqual([3, 5, 1, 2, 4])
  })

  it("show an address of the operator before the node's", () => {
    const externalProxy = [{ dest: 'front.example', port: 8443 }]
    const stream = { ...placed(source).streamSettings, externalProxy }
    expect(hostOf(tls, { nodeAddress: 'n.example', streamSettings: stream })).toBe('front.example')
    expect(hostOf(tls, { nodeAddress: 'n.example' }, { hosts: [host({})] })).toBe('a.example')
    const own = { shareAddrStrategy: 'custom', shareAddr: 'own.example', nodeAddress: 'n.example' } as const
    expect(hostOf(tls, own)).toBe('own.example')
  })
})
