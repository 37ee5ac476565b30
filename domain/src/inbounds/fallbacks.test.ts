import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FallbackInput, FallbackRow } from '#contract/fallback.ts'
import { checkedFallbacks } from './fallback-rules.ts'
import {
  coreFallbacks,
  cutOffChildren,
  derivedRouting,
  type FallbackInbound,
  fallbackParents,
} from './fallbacks.ts'

const inbound = (id: number, streamSettings = {}, more: Partial<FallbackInbound> = {}): FallbackInbound => ({
  id,
  protocol: 'vless',
  listen: '127.0.0.1',
  port: 1000 + id,
  nodeId: null,
  settings: {},
  streamSettings,
  ...more,
})
const tls = { network: 'tcp', security: 'tls' }
const ws = { network: 'ws', wsSettings: { path: '/ws?ed=2048', acceptProxyProtocol: true } }
const row = (more: Partial<FallbackInput>): FallbackInput => ({
  childId: 0,
  name: '',
  alpn: '',
  path: '',
  xver: 0,
  dest: '',
  ...more,
})
const stored = (id: number, more: Partial<FallbackRow>): FallbackRow => ({
  ...row(more),
  sortOrder: 0,
  id,
  masterId: 1,
  ...more,
})

describe('routing is read off the child', () => {
  test.each([
    ['ws', ws, { path: '/ws', xver: 2 }],
    ['httpupgrade', { network: 'httpupgrade', httpupgradeSettings: { path: 'up' } }, { path: '/up' }],
    ['grpc', { network: 'grpc', grpcSettings: { serviceName: 'svc' } }, { path: '/svc', alpn: 'h2' }],
    ['xhttp', { network: 'xhttp', xhttpSettings: { path: '/x' } }, { path: '/x' }],
    ['tcp', { network: 'tcp', sockopt: { acceptProxyProtocol: true } }, { xver: 2 }],
    [
      'tcp+http',
      { tcpSettings: { header: { type: 'http', request: { path: ['/a', '/b'] } } } },
      { path: '/a' },
    ],
    ['tls', { ...tls, tlsSettings: { serverName: 's.org', alpn: ['h2'] } }, { name: 's.org', alpn: 'h2' }],
    ['tls, several alpn', { ...tls, tlsSettings: { alpn: ['h2', 'http/1.1'] } }, {}],
  ])('%s', (_name, stream, expected) => {
    expect(derivedRouting(inbound(2, stream))).toEqual({ name: '', alpn: '', path: '', xver: 0, ...expected })
  })
})

describe('for the core', () => {
  const children = new Map([
    [2, inbound(2, ws)],
    [3, inbound(3, {}, { listen: '::' })],
    [4, inbound(4, {}, { listen: '@sock', port: 0 })],
    [5, inbound(5, {}, { listen: '2001:db8::1' })],
  ])
  const entries = (...rows: FallbackRow[]) => coreFallbacks(inbound(1, tls), rows, (id) => children.get(id))

  test('order, derivation, overrides and destinations', () => {
    const rows = [
      stored(1, { childId: 3, sortOrder: 9 }),
      stored(2, { childId: 2, sortOrder: 1 }),
      stored(3, { childId: 2, sortOrder: 1, path: 'own', xver: 1, alpn: 'h2', name: 'n' }),
      stored(4, { childId: 4, sortOrder: 2 }),
      stored(5, { childId: 5, sortOrder: 3 }),
      stored(6, { dest: '8080', sortOrder: 4 }),
      stored(7, { childId: 2, dest: 'host:1', sortOrder: 5 }),
    ]
    expect(entries(...rows)).toEqual([
      { dest: '127.0.0.1:1002', path: '/ws', xver: 2 },
      { dest: '127.0.0.1:1002', path: '/own', xver: 1, alpn: 'h2', name: 'n' },
      { dest: '@sock' },
      { dest: '[2001:db8::1]:1005' },
      { dest: 8080 },
      { dest: 'host:1', path: '/ws', xver: 2 },
      { dest: '127.0.0.1:1003' },
    ])
  })
  test('a child that speaks HTTP/2 is reached by that, where no row says otherwise', () => {
    children.set(6, inbound(6, { network: 'grpc', grpcSettings: { serviceName: 'svc' } }))
    children.set(7, inbound(7, { network: 'xhttp', xhttpSettings: { path: '/x' } }))
    const [grpc, xhttp] = [stored(1, { childId: 6 }), stored(2, { childId: 7 })]
    expect(entries(grpc)).toEqual([
      { dest: '127.0.0.1:1006', alpn: 'h2', path: '/svc' },
      { dest: '127.0.0.1:1006', alpn: 'h2' },
    ])
    expect(entries(xhttp, grpc).map(({ dest, alpn, path }) => [dest, alpn, path])).toEqual([
      ['127.0.0.1:1006', 'h2', '/svc'],
      ['127.0.0.1:1006', 'h2', undefined],
      ['127.0.0.1:1007', undefined, '/x'],
    ])
    expect(entries(grpc, stored(3, { dest: '80', alpn: 'h2' }))).toHaveLength(2)
    expect(entries(stored(1, { childId: 6, path: '/own' }))).toHaveLength(1)
  })
  test('a row that repeats what its child says is no override', () => {
    const repeated = stored(1, { childId: 6, alpn: 'h2', path: '/svc' })
    expect(entries(repeated)).toEqual(entries(stored(1, { childId: 6 })))
  })
  test('of two children that speak HTTP/2 below one name the second is cut off', () => {
    const cutOff = (...rows: FallbackRow[]) => [
      ...cutOffChildren(inbound(1, tls), rows, (id) => children.get(id)).keys(),
    ]
    const [grpc, xhttp] = [stored(1, { childId: 6 }), stored(2, { childId: 7 })]
    expect(cutOff(grpc)).toEqual([])
    expect(cutOff(grpc, xhttp)).toEqual([7])
    expect(cutOff(grpc, { ...xhttp, sortOrder: -1 })).toEqual([6])
    expect(cutOff(grpc, { ...xhttp, name: 'other.org' })).toEqual([])
    expect(cutOff(stored(3, { childId: 2 }), stored(4, { childId: 3 }), grpc)).toEqual([])
    expect(cutOff(stored(3, { childId: 3 }), stored(4, { childId: 5 }))).toEqual([3]) // same name, ALPN and path
    expect(cutOff(stored(3, { childId: 6, path: '/own' }))).toEqual([6])
  })
  describe('behind Reality, which negotiates no ALPN', () => {
    const master = inbound(1, { network: 'tcp', security: 'reality' })
    const own = (...rows: FallbackRow[]) => coreFallbacks(master, rows, (id) => children.get(id))
    const lost = (...rows: FallbackRow[]) => [...cutOffChildren(master, rows, (id) => children.get(id))]
    const [grpc, xhttp, raw, ws] = [6, 7, 3, 2].map((childId, i) => stored(i + 1, { childId, sortOrder: i }))

    test.each([
      ['gRPC', grpc!, '127.0.0.1:1006', '/svc'],
      ['XHTTP', xhttp!, '127.0.0.1:1007', '/x'],
      ['gRPC, as another panel stored it', { ...grpc!, alpn: 'h2', path: '/svc' }, '127.0.0.1:1006', '/svc'],
    ])('%s gets what matches no other row', (_name, only, dest, path) => {
      expect(own(only)).toEqual([{ dest, path }, { dest }])
      expect(lost(only)).toEqual([])
    })
    test('only one child without a path is reached', () => {
      expect(lost(grpc!, xhttp!)).toEqual([[7, 'shared']])
      expect(own(raw!, grpc!)).toEqual([{ dest: '127.0.0.1:1006', path: '/svc' }, { dest: '127.0.0.1:1003' }])
      expect(lost(raw!, grpc!)).toEqual([[6, 'shared']])
      expect(lost(grpc!, stored(9, { dest: '8080' }))).toEqual([[6, 'shared']])
    })
    test('an ALPN that the operator wrote matches nothing', () => {
      expect(lost({ ...raw!, alpn: 'http/1.1' })).toEqual([[3, 'shared']])
    })
    test('apps cannot dial WebSocket and HTTPUpgrade', () => {
      children.set(9, inbound(9, { network: 'httpupgrade', httpupgradeSettings: { path: '/up' } }))
      expect(lost(ws!, grpc!, stored(9, { childId: 9 }))).toEqual([
        [2, 'undialable'],
        [9, 'undialable'],
      ])
    })
  })
  test('P27: a row whose child is gone is left out', () => {
    expect(entries(stored(1, { childId: 99 }))).toEqual([])
  })
  test('a child names its first master', () => {
    const rows = [
      stored(2, { childId: 2, masterId: 7, sortOrder: 1 }),
      stored(1, { childId: 2, masterId: 8 }),
      stored(3, { dest: '1' }),
    ]
    expect([...fallbackParents(rows, (id) => children.get(id) ?? inbound(id, tls))]).toEqual([
      [2, { masterId: 8, path: '/ws' }],
    ])
    const edited = (id: number) => children.get(id) ?? inbound(id, { network: 'grpc' })
    expect([...fallbackParents(rows, edited)]).toEqual([]) // no longer a master
  })
})

describe('refusals', () => {
  const all = new Map([
    [1, inbound(1, tls)],
    [2, inbound(2, tls)],
    [3, inbound(3, tls, { nodeId: 4 })],
    [4, inbound(4, { network: 'kcp' })],
  ])
  const edges = new Map([
    [2, [5]],
    [5, [1]],
  ])
  const world = { inboundOf: (id: number) => all.get(id), childrenOf: (id: number) => edges.get(id) ?? [] }
  const free = { ...world, childrenOf: () => [] }
  const master = all.get(1)!

  test.each([
    ['itself', row({ childId: 1 }), 'childId', 'itself'],
    ['an unknown child', row({ childId: 99 }), 'childId', 'no inbound 99'],
    ['nothing', row({}), 'childId', 'Choose an inbound'],
    ['another machine', row({ childId: 3 }), 'childId', 'another server'],
    ['a UDP child', row({ childId: 4 }), 'childId', 'TCP'],
    ['xver', row({ childId: 2, xver: 3 }), 'xver', '0, 1, 2'],
    ['dest', row({ dest: 'no port' }), 'dest', 'host:port'],
    ['dest port', row({ dest: 'host:70000' }), 'dest', 'host:port'],
    ['control characters', row({ childId: 2, name: 'a\nb' }), 'name', 'control'],
  ])('%s', (_name, bad, field, message) => {
    const rows = [row({ childId: 2 }), bad]
    expect(() => checkedFallbacks(master, rows, free)).toThrow(
      expect.objectContaining({ field: `fallbacks[1].${field}` }),
    )
    expect(() => checkedFallbacks(master, rows, free)).toThrow(message)
  })
  test('a second child that speaks HTTP/2, unless it has a name of its own', () => {
    const grpc = inbound(6, { network: 'grpc', grpcSettings: { serviceName: 'svc' } })
    const xhttp = inbound(7, { network: 'xhttp', xhttpSettings: { path: '/x' } })
    const inboundOf = (id: number) => [grpc, xhttp].find((i) => i.id === id)
    const checked = (...rows: FallbackInput[]) => checkedFallbacks(master, rows, { ...free, inboundOf })
    const second = expect.objectContaining({ field: 'fallbacks[1].childId' })
    expect(() => checked(row({ childId: 6 }), row({ childId: 7 }))).toThrow(second)
    expect(() => checked(row({ childId: 7 }), row({ childId: 6 }))).toThrow('HTTP/2')
    expect(() => checked(row({ childId: 6, path: '/svc' }), row({ childId: 7, alpn: 'h2' }))).toThrow(second)
    expect(checked(row({ childId: 6 }), row({ childId: 7, name: 'x.org' }))).toHaveLength(2)
    expect(checked(row({ childId: 6 }), row({ childId: 6 }))).toHaveLength(2)
  })
  test('behind Reality: what apps cannot dial, and a second child without a path', () => {
    const reality = inbound(1, { network: 'tcp', security: 'reality' })
    const raw = inbound(6)
    const inboundOf = (id: number) => [raw, inbound(5, ws), inbound(7, {})].find((i) => i.id === id)
    const checked = (...rows: FallbackInput[]) => checkedFallbacks(reality, rows, { ...free, inboundOf })
    expect(() => checked(row({ childId: 6 }), row({ childId: 5 }))).toThrow(
      expect.objectContaining({ code: 'fallback.reality-undialable', field: 'fallbacks[1].childId' }),
    )
    expect(() => checked(row({ childId: 6 }), row({ childId: 7 }))).toThrow(
      expect.objectContaining({ code: 'fallback.reality-shared', field: 'fallbacks[0].childId' }),
    )
    expect(checked(row({ childId: 6 }), row({ dest: '8080', path: '/web' }))).toHaveLength(2)
  })
  test('a loop, however long', () => {
    expect(() => checkedFallbacks(master, [row({ childId: 2 })], world)).toThrow('loop')
  })
  test.each([
    ['no TLS', inbound(1, { network: 'tcp' })],
    ['no TCP', inbound(1, { network: 'ws', security: 'tls' })],
    ['VMess', inbound(1, tls, { protocol: 'vmess' })],
    ['encryption', inbound(1, tls, { settings: { decryption: 'mlkem768x25519plus.native' } })],
  ])('a master with %s', (_name, other) => {
    expect(() => checkedFallbacks(other, [row({ childId: 2 })], free)).toThrow(
      expect.objectContaining({ field: 'fallbacks' }),
    )
    expect(checkedFallbacks(other, [], free)).toEqual([])
  })
  test('rows keep their order, and a free destination on another machine is fine', () => {
    const rows = [
      row({ childId: 2 }),
      row({ dest: '/run/web.sock' }),
      row({ childId: 3, dest: '10.0.0.9:443' }),
    ]
    expect(checkedFallbacks(master, rows, free).map((r) => r.sortOrder)).toEqual([0, 1, 2])
  })
  test.each<[string, (number | undefined)[], string[], number[]]>([
    ['distinct orders decide, 0 included', [2, 1, 0], ['c', 'b', 'a'], [0, 1, 2]],
    ['distinct orders are kept as they are', [30, 0, 7], ['b', 'c', 'a'], [0, 7, 30]],
    ['without orders the list decides', [undefined, undefined, undefined], ['a', 'b', 'c'], [0, 1, 2]],
    ['equal orders keep the order of the list', [0, 0, 0], ['a', 'b', 'c'], [0, 1, 2]],
    ['equal orders among others', [5, 1, 1], ['b', 'c', 'a'], [0, 1, 2]],
  ])('%s', (_name, orders, names, kept) => {
    const rows = orders.map((sortOrder, i) => row({ childId: 2, name: 'abc'[i]!, sortOrder }))
    const checked = checkedFallbacks(master, rows, free)
    expect(checked.map((r) => r.name)).toEqual(names)
    expect(checked.map((r) => r.sortOrder)).toEqual(kept)
  })
  test('no set of accepted edges holds a cycle', () => {
    const edge = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 25 }), (tries) => {
        const kept = new Map<number, number[]>()
        const inboundOf = (id: number) => inbound(id, tls)
        for (const [m, child] of tries) {
          try {
            checkedFallbacks(inboundOf(m), [row({ childId: child })], {
              inboundOf,
              childrenOf: (id) => kept.get(id) ?? [],
            })
            kept.set(m, [...(kept.get(m) ?? []), child])
          } catch {}
        }
        const depth = (id: number, left: number): boolean =>
          left > 0 && (kept.get(id) ?? []).every((c) => depth(c, left - 1))
        for (let id = 1; id <= 6; id++) expect(depth(id, 7)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
