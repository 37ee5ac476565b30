import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FallbackRow } from '#contract/fallback.ts'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import type { TopologyInbound } from './entrances.ts'
import { rateOf, widthOf } from './flows.ts'
import type { Topology } from './graph.ts'
import { topologyOf, type World } from './topology.ts'

const tls = { network: 'tcp', security: 'tls' }
const inbound = (id: number, more: Partial<TopologyInbound> = {}): TopologyInbound => ({
  id,
  protocol: 'vless',
  remark: `in ${id}`,
  tag: `inbound-${id}`,
  enable: true,
  listen: '',
  port: 1000 + id,
  nodeId: null,
  expiryTime: 0,
  total: 0,
  up: 0,
  down: 0,
  settings: {},
  streamSettings: tls,
  ...more,
})
const row = (masterId: number, childId: number, more: Partial<FallbackRow> = {}): FallbackRow => ({
  id: masterId * 100 + childId,
  masterId,
  childId,
  name: '',
  alpn: '',
  path: '',
  xver: 0,
  dest: '',
  sortOrder: 0,
  ...more,
})
const world = (more: Partial<World> = {}): World => ({
  inbounds: [inbound(1)],
  fallbacks: [],
  template: defaultTemplate(),
  isCoreRunning: true,
  now: 0,
  ...more,
})
const withRules = (rules: object[], more: object = {}) => ({
  ...defaultTemplate(),
  routing: { rules, ...more },
})

const ids = ({ nodes }: Topology) => nodes.map(({ id }) => id)
const ways = ({ edges }: Topology) => edges.map(({ from, to }) => `${from} > ${to}`)
const broken = ({ edges }: Topology) =>
  Object.fromEntries(
    edges.flatMap(({ from, to, trouble }) => (trouble ? [[`${from} > ${to}`, trouble]] : [])),
  )

describe('a fresh panel', () => {
  it('leads from the port over the rules to the ways out', () => {
    const found = topologyOf(world())
    expect(ids(found)).toEqual([
      'port:0:1001',
      'in:1',
      'rule:1',
      'rule:2',
      'default',
      'out:direct',
      'out:blocked',
    ])
    expect(ways(found)).toEqual([
      'port:0:1001 > in:1',
      'in:1 > rule:1',
      'in:1 > rule:2',
      'in:1 > default',
      'rule:1 > out:blocked',
      'rule:2 > out:blocked',
      'default > out:direct',
    ])
    expect(broken(found)).toEqual({})
  })

  it('knows the bytes of a way only where the core counts them', () => {
    const { edges } = topologyOf(world())
    const meters = Object.fromEntries(edges.map(({ from, to, meter }) => [`${from} > ${to}`, meter]))
    expect(meters['port:0:1001 > in:1']).toEqual({ side: 'inbound', tags: ['inbound-1'] })
    expect(meters['default > out:direct']).toEqual({ side: 'outbound', tags: ['direct'] })
    expect(meters['in:1 > default']).toBeUndefined()
    expect(meters['rule:1 > out:blocked']).toBeUndefined() // another rule leads there too
    const rates = { inbound: new Map(), outbound: new Map([['direct', { up: 3, down: 4 }]]) }
    expect(rateOf({ side: 'outbound', tags: ['direct', 'none'] }, rates)).toEqual({ up: 3, down: 4 })
    expect(widthOf(0, 100)).toBeLessThan(widthOf(50_000, 200_000))
    expect(widthOf(9e9, 1)).toBe(14)
  })

  it('draws once what two inbounds have in common', () => {
    const found = topologyOf(world({ inbounds: [inbound(1), inbound(2)] }))
    expect(ways(found)).toContain('in:1 > junction:1')
    expect(ways(found)).toContain('in:2 > junction:1')
    expect(ways(found).filter((way) => way.startsWith('junction:1'))).toHaveLength(3)
  })
})

describe('fallbacks', () => {
  it('stand behind their master, and need no port that nobody outside can reach', () => {
    const found = topologyOf(
      world({
        inbounds: [
          inbound(1),
          inbound(2, { listen: '127.0.0.1' }),
          inbound(3),
          inbound(4, { listen: '@four' }),
        ],
        fallbacks: [row(1, 2, { path: '/ws' }), row(1, 3), row(2, 4), row(1, 0, { id: 9, dest: '8080' })],
      }),
    )
    const at = Object.fromEntries(found.nodes.map(({ id, column, depth }) => [id, `${column} ${depth}`]))
    expect(at).toMatchObject({
      'in:1': 'inbound 0',
      'in:2': 'child 0',
      'in:3': 'child 0',
      'in:4': 'child 1',
      'dest:1:8080': 'child 0',
    })
    expect(Object.keys(at).filter((id) => id.startsWith('port:'))).toEqual(['port:0:1001', 'port:0:1003'])
    expect(found.edges.find(({ to }) => to === 'in:2')).toMatchObject({ from: 'in:1', labels: ['/ws'] })
  })

  it('say what is wrong with them', () => {
    const found = topologyOf(
      world({
        inbounds: [
          inbound(1),
          inbound(2, { enable: false }),
          inbound(3, { streamSettings: { network: 'ws' } }),
        ],
        fallbacks: [row(1, 2), row(1, 77), row(3, 1)],
      }),
    )
    expect(broken(found)).toMatchObject({
      'port:0:1002 > in:2': { why: 'inboundOff', name: 'in 2' },
      'in:1 > in:2': { why: 'childOff', name: 'in 2' },
      'in:1 > dest:1:?': { why: 'childGone', name: 'in 1' },
      'in:3 > in:1': { why: 'masterCannot', name: 'in 3' },
    })
  })
})

it('names two inbounds on one port, one that ended, and a core that does not run', () => {
  const found = topologyOf(
    world({
      inbounds: [
        inbound(1, { port: 443 }),
        inbound(2, { port: 443, listen: '1.2.3.4' }),
        inbound(3, { expiryTime: 5 }),
        inbound(4),
      ],
      isCoreRunning: false,
      now: 9,
    }),
  )
  expect(broken(found)).toMatchObject({
    'port:0:443 > in:1': { why: 'portTaken', name: 'in 2' },
    'port:0:1.2.3.4:443 > in:2': { why: 'portTaken', name: 'in 1' },
    'port:0:1003 > in:3': { why: 'inboundEnded', name: 'in 3' },
    'port:0:1004 > in:4': { why: 'coreDown' },
  })
})

describe('rules', () => {
  it('that name what is not there lead to a box that says so', () => {
    const found = topologyOf(
      world({
        template: withRules(
          [
            { inboundTag: ['gone'], outboundTag: 'direct' },
            { domain: ['a.example'], outboundTag: 'warp' },
            { port: 25, balancerTag: 'none' },
            { ip: ['1.1.1.1'], balancerTag: 'fast' },
            { port: '80' },
            { outboundTag: 'direct' },
          ],
          { balancers: [{ tag: 'fast', selector: ['zz'], fallbackTag: 'lost' }] },
        ),
      }),
    )
    expect(broken(found)).toEqual({
      'missing:inbound:gone > rule:0': { why: 'inboundMissing', name: 'gone' },
      'rule:1 > missing:outbound:warp': { why: 'outboundMissing', name: 'warp' },
      'rule:2 > missing:balancer:none': { why: 'balancerMissing', name: 'none' },
      'balancer:fast > missing:outbound:lost': { why: 'outboundMissing', name: 'lost' },
    })
    const wrong = Object.fromEntries(
      found.nodes.flatMap(({ id, trouble }) => (trouble ? [[id, trouble.why]] : [])),
    )
    expect(wrong).toMatchObject({
      'balancer:fast': 'balancerEmpty',
      'rule:4': 'ruleNowhere',
      'rule:5': 'ruleEmpty',
    })
  })

  it('are reached until one of them takes everything', () => {
    const found = topologyOf(
      world({
        inbounds: [inbound(1), inbound(2)],
        template: withRules([
          { port: 25, outboundTag: 'blocked' },
          { inboundTag: ['inbound-1'], outboundTag: 'blocked' },
          { network: 'tcp,udp', outboundTag: 'direct' },
          { domain: ['late.example'], outboundTag: 'blocked' },
        ]),
      }),
    )
    expect(ways(found).filter((way) => way.startsWith('in:'))).toEqual([
      'in:1 > rule:1',
      'in:1 > rule:0',
      'in:2 > rule:0',
      'in:2 > rule:2',
    ])
    expect(found.nodes.find(({ id }) => id === 'rule:3')?.trouble?.why).toBe('ruleUnreachable')
  })

  it('of a handful stand alone, and many with the same ends together', () => {
    const many = Array.from({ length: 12 }, (_, i) => ({
      port: i + 1,
      outboundTag: i % 2 ? 'blocked' : 'direct',
    }))
    const boxes = topologyOf(
      world({ template: withRules([...many, { port: 99, outboundTag: 'gone' }]) }),
    ).nodes.flatMap((node) => (node.kind === 'rule' ? [node.rules.length] : []))
    expect(boxes).toEqual([6, 6, 1])
  })

  it('may name DNS, a reverse bridge, the template’s own inbound and the metrics of the core', () => {
    const template = {
      ...withRules([
        { inboundTag: ['dns-in', 'bridge', 'mine'], outboundTag: 'direct' },
        { inboundTag: ['mine'], outboundTag: 'metrics_out' },
      ]),
      dns: { tag: 'dns-in' },
      reverse: { bridges: [{ tag: 'bridge' }] },
      inbounds: [{ tag: 'mine', port: 1, protocol: 'mixed' }],
    }
    expect(broken(topologyOf(world({ template })))).toEqual({})
  })
})

it('puts hundreds of outbounds of a subscription into one box, its bytes together', () => {
  const subscribed = Array.from({ length: 200 }, (_, i) => ({ tag: `sub-${i}`, protocol: 'vless' }))
  const template = withRules([{ port: 80, balancerTag: 'all' }], {
    balancers: [{ tag: 'all', selector: ['sub-'] }],
  })
  const found = topologyOf(world({ template, subscribed }))
  const [group] = found.nodes.filter((node) => node.kind === 'outbound' && node.tags.length > 1)
  expect(group).toMatchObject({ tags: expect.objectContaining({ length: 200 }) })
  expect(found.edges.find(({ from }) => from === 'balancer:all')?.meter?.tags).toHaveLength(200)
})

const tag = fc.constantFrom('inbound-1', 'inbound-2', 'direct', 'blocked', 'sub-1', 'sub-2', 'lost', 'api')
const rule = fc.record(
  {
    inboundTag: fc.array(tag, { maxLength: 2 }),
    port: fc.integer({ min: 1, max: 9 }),
    outboundTag: tag,
    balancerTag: tag,
  },
  { requiredKeys: [] },
)
const anyWorld = fc
  .record({
    count: fc.integer({ min: 0, max: 6 }),
    rows: fc.array(fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 7 }), fc.boolean())),
    off: fc.array(fc.integer({ min: 1, max: 6 })),
    ports: fc.array(fc.constantFrom(0, 443, 8443), { minLength: 6, maxLength: 6 }),
    rules: fc.array(rule, { maxLength: 14 }),
    outbounds: fc.array(tag, { minLength: 1, maxLength: 9 }),
    selector: fc.array(tag, { maxLength: 2 }),
    isCoreRunning: fc.boolean(),
  })
  .map(
    ({ count, rows, off, ports, rules, outbounds, selector, isCoreRunning }): World => ({
      inbounds: Array.from({ length: count }, (_, i) =>
        inbound(i + 1, {
          enable: !off.includes(i + 1),
          port: ports[i] ?? 1,
          listen: i % 3 ? '' : '127.0.0.1',
        }),
      ),
      fallbacks: rows.map(([master, child, free], i) =>
        row(master, child, { id: i, dest: free ? '80' : '' }),
      ),
      template: {
        outbounds: outbounds.map((name) => ({ tag: name, protocol: 'freedom' })),
        routing: { rules, balancers: [{ tag: 'blocked', selector }] },
      },
      isCoreRunning,
      now: 0,
    }),
  )

describe('whatever is stored', () => {
  it('every inbound and every outbound stands in the picture once, and no line leads nowhere', () => {
    fc.assert(
      fc.property(anyWorld, (given) => {
        const found = topologyOf(given)
        const known = ids(found)
        expect(new Set(known).size).toBe(known.length)
        expect(new Set(found.edges.map(({ id }) => id)).size).toBe(found.edges.length)
        expect(found.edges.filter(({ from, to }) => !known.includes(from) || !known.includes(to))).toEqual([])
        const inbounds = found.nodes.flatMap((node) => (node.kind === 'inbound' ? [node.inboundId] : []))
        expect(inbounds.sort()).toEqual(given.inbounds.map(({ id }) => id).sort())
        const outs = found.nodes.flatMap((node) => (node.kind === 'outbound' ? node.tags : []))
        expect(new Set(outs).size).toBe(outs.length)
        const written = given.template.outbounds as { tag: string }[] // as above
        expect(outs).toEqual(expect.arrayContaining(written.map(({ tag: name }) => name)))
        const drawn = found.nodes.flatMap((node) =>
          node.kind === 'rule' ? node.rules.map((r) => r.index) : [],
        )
        expect(new Set(drawn).size).toBe(drawn.length)
      }),
    )
  })
})
