import { describe, expect, it } from 'vitest'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import { inbound, row, world } from '#test/fixtures/topology-world.ts'
import { rateOf, widthOf } from './flows.ts'
import type { Topology } from './graph.ts'
import { topologyOf } from './topology.ts'

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

  it('that are switched off are in nobody’s way, and are counted as on the Network page', () => {
    const found = topologyOf(
      world({
        template: withRules([
          { inboundTag: ['api'], outboundTag: 'api' },
          { port: 1, outboundTag: 'direct', enabled: false },
          { port: 2, outboundTag: 'direct' },
        ]),
      }),
    )
    const rules = found.nodes.flatMap((node) => (node.kind === 'rule' ? node.rules : []))
    expect(rules.map(({ index, number }) => [index, number])).toEqual([[2, 2]])
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

describe('inbounds on nodes', () => {
  const servers = [
    { id: 7, name: 'Oslo', enable: true, status: 'offline', xrayState: 'running' },
    { id: 8, name: 'Rome', enable: true, status: 'online', xrayState: 'stop' },
    { id: 9, name: 'Bonn', enable: false, status: 'offline', xrayState: '' },
    { id: 10, name: 'Kyiv', enable: true, status: 'online', xrayState: 'running' },
  ]
  const inbounds = [inbound(1), ...servers.map(({ id }) => inbound(id, { nodeId: id }))]
  const found = topologyOf(world({ inbounds, servers }))

  it('hang on their node, which says why nobody gets in', () => {
    const troubles = Object.fromEntries(found.nodes.map(({ id, trouble }) => [id, trouble?.why]))
    expect(troubles).toMatchObject({
      'server:7': 'nodeDown',
      'server:8': 'nodeCoreDown',
      'server:9': 'nodeOff',
      'server:10': undefined,
    })
    expect(broken(found)['server:7 > port:7:1007']).toEqual({ why: 'nodeDown', name: 'Oslo' })
    expect(ways(found)).toContain('server:10 > port:10:1010')
    expect(ways(found).some((way) => way.startsWith('in:7 >'))).toBe(false) // it is routed there
  })

  it('have no figure of this core', () => {
    const meters = found.edges.filter(({ meter }) => meter?.side === 'inbound').map(({ to }) => to)
    expect(meters).toEqual(['in:1'])
    expect(found.nodes.filter((node) => node.kind === 'inbound' && node.isFar)).toHaveLength(4)
  })
})
