import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { inEnglish } from '#domain/refusal.ts'
import { createFakeCore } from '#test/fixtures/fake-core.ts'
import { allCells, cellClient, cellInbound, cellName, testHidden } from '#test/fixtures/inbound-cells.ts'
import { buildConfig, type CoreConfig } from './build.ts'
import { defaultTemplate } from './default-template.ts'
import type { SectionSource } from './inbound-section.ts'
import { plan } from './plan.ts'
import type { UserSource } from './users.ts'

type Rows = { inbound: SectionSource; clients: UserSource[] }[]

const build = (inbounds: Rows, template: Block = {}): CoreConfig =>
  buildConfig({
    template: { ...defaultTemplate(), ...template },
    inbounds,
    fallbacks: [],
    apiListen: '/api.sock',
    hidden: testHidden,
  })

const named = (client: UserSource, email: string, n: number): UserSource => ({
  ...client,
  email,
  uuid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  auth: `auth-${n}`,
})
const free = (tag: string, more: Block = {}): Block => ({ tag, protocol: 'freedom', settings: {}, ...more })
const withOutbounds = (...outbounds: Block[]) => build([], { outbounds, routing: { rules: [] } })
const steps = (from: CoreConfig, to: CoreConfig) =>
  plan(from, to).operations.map((o) =>
    [o.op, 'tag' in o ? o.tag : 'outbound' in o ? o.outbound.tag : ''].join(' '),
  )

const carrying = allCells.filter(({ network }) => network !== undefined)

describe('clients', () => {
  test.each(carrying.map((cell) => [cellName(cell), cell] as const))(
    'of %s come, change and go without touching the listener, the first and the last one too',
    (_, cell) => {
      const inbound = cellInbound(cell)
      const ann = cellClient(inbound)
      const key = btoa('k'.repeat(32))
      const rekeyed = { ...ann, uuid: '11111111-1111-4111-8111-111111111111', password: key, auth: 'new' }
      const [none, one, other] = [[], [ann], [rekeyed]].map((clients) => build([{ inbound, clients }]))
      expect(steps(none!, one!)).toEqual([`addUser ${inbound.tag}`])
      expect(steps(one!, other!)).toEqual([`removeUser ${inbound.tag}`, `addUser ${inbound.tag}`])
      expect(steps(other!, none!)).toEqual([`removeUser ${inbound.tag}`])
      expect(plan(one!, other!)).toMatchObject({ restart: [], affects: { tags: [], defaultRoute: false } })
    },
  )
  test('a disabled client is a removed one', () => {
    const inbound = cellInbound(carrying[0]!)
    const ann = cellClient(inbound)
    const [on, off] = [true, false].map((enable) => build([{ inbound, clients: [{ ...ann, enable }] }]))
    expect(plan(on!, off!).operations).toEqual([{ op: 'removeUser', tag: inbound.tag, email: 'ann' }])
  })
  test('two clients that swap their keys are both removed before either is added', () => {
    const inbound = cellInbound({ protocol: 'vless', network: 'ws', security: 'none' })
    const client = cellClient(inbound)
    const from = build([{ inbound, clients: [named(client, 'a', 1), named(client, 'b', 2)] }])
    const to = build([{ inbound, clients: [named(client, 'a', 2), named(client, 'b', 1)] }])
    expect(plan(from, to).operations.map((o) => o.op)).toEqual([
      'removeUser',
      'removeUser',
      'addUser',
      'addUser',
    ])
  })
})

describe('inbounds', () => {
  test.each(carrying.map((cell) => [cellName(cell), cell] as const))(
    'an edit of %s says whom it cuts',
    (_, cell) => {
      const inbound = cellInbound(cell)
      const edited = { ...inbound, sniffing: { enabled: true, destOverride: ['http'] } }
      const result = plan(build([{ inbound, clients: [] }]), build([{ inbound: edited, clients: [] }]))
      expect(result.operations.map((o) => o.op)).toEqual(['removeInbound', 'addInbound'])
      const cut = ['grpc', 'hysteria', 'kcp', 'masque'].includes(cell.network!)
      expect(result.affects.tags).toEqual(cut ? [inbound.tag] : [])
    },
  )
  test('XHTTP over QUIC is cut as well', () => {
    const inbound = cellInbound({ protocol: 'vless', network: 'xhttp', security: 'tls' })
    const tlsSettings = { ...(inbound.streamSettings.tlsSettings as Block), alpn: ['h3'] } // always a block
    const quic = { ...inbound, streamSettings: { ...inbound.streamSettings, tlsSettings } }
    const from = build([{ inbound: quic, clients: [] }])
    const to = build([{ inbound: { ...quic, port: 5 }, clients: [] }])
    expect(plan(from, to).affects.tags).toEqual([inbound.tag])
  })
  test('one with reverse clients waits for a restart, and its clients keep running', () => {
    const inbound = cellInbound({ protocol: 'vless', network: 'tcp', security: 'tls' })
    const clients = [{ ...cellClient(inbound), reverse: { tag: 'home' } }]
    const from = build([{ inbound, clients }])
    const result = plan(from, build([{ inbound: { ...inbound, port: 5 }, clients }]))
    expect(result).toMatchObject({ operations: [], restart: [{ section: 'inbounds' }], after: from })
    expect(result.restart[0]!.because.code).toBe('restart.reverse-clients')
  })
  test('a change of the cipher replaces the inbound, whose accounts are of another kind', () => {
    const cell = { protocol: 'shadowsocks', network: 'tcp', security: 'none' } as const
    const [a, b] = ['aes-256-gcm', '2022-blake3-aes-256-gcm'].map((method) =>
      build([{ inbound: cellInbound(cell, { settings: { method } }), clients: [] }]),
    )
    expect(steps(a!, b!)).toEqual(['removeInbound inbound-4443', 'addInbound '])
  })
})

describe('outbounds', () => {
  const [a, b, c] = [free('a'), free('b'), free('c')]
  test('a new one is there before the rules, an old one until after them', () => {
    const rule = (outboundTag: string) => ({ routing: { rules: [{ port: 1, outboundTag }] } })
    const from = build([], { outbounds: [a, b], ...rule('b') })
    const to = build([], { outbounds: [a, c], ...rule('c') })
    expect(steps(from, to)).toEqual(['addOutbound c', 'replaceRules ', 'removeOutbound b'])
  })
  test.each([
    ['edited', [a, b], [free('a', { x: 1 }), b], ['removeOutbound a', 'addOutbound a']],
    ['moved', [a, b], [b, a], ['removeOutbound b', 'removeOutbound a', 'addOutbound b', 'addOutbound a']],
    ['replaced', [a, b], [c, b], ['addOutbound c', 'removeOutbound c', 'removeOutbound a', 'addOutbound c']],
  ])(
    'the default route %s: the core takes the one that comes while there is none',
    (_, from, to, expected) => {
      const result = plan(withOutbounds(...from), withOutbounds(...to))
      expect(steps(withOutbounds(...from), withOutbounds(...to))).toEqual(expected)
      expect(result).toMatchObject({ restart: [], affects: { defaultRoute: true } })
    },
  )
  test('without a tag there is no way to name it', () => {
    const config = withOutbounds(a)
    const result = plan(config, { ...config, outbounds: [a, { protocol: 'freedom' }] })
    expect(result).toMatchObject({ operations: [], restart: [{ section: 'outbounds' }] })
  })
})

describe('routing', () => {
  const routing = (more: Block) => build([], { routing: { domainStrategy: 'AsIs', rules: [], ...more } })
  const balancer = (tag: string, more: Block = {}) => ({ tag, selector: ['direct'], ...more })
  test('the whole generation is handed over, and a key in another order is no change', () => {
    const rules = [{ port: 1, outboundTag: 'direct' }]
    const [op] = plan(routing({}), routing({ rules })).operations
    expect(op).toMatchObject({ op: 'replaceRules', rules: [{ port: 1, ruleTag: expect.any(String) }] })
    const again = routing({ rules: [{ outboundTag: 'direct', port: 1, domain: null }] })
    expect(plan(routing({ rules }), again).operations.map((o) => o.op)).toEqual(['replaceRules'])
    expect(plan(routing({ rules }), structuredClone(routing({ rules }))).operations).toEqual([])
  })
  test('balancers are added live, changed by a restart, and left idle when nobody wants them', () => {
    const [none, one] = [routing({}), routing({ balancers: [balancer('b')] })]
    expect(plan(none, one).operations).toMatchObject([{ op: 'replaceRules', addBalancers: [{ tag: 'b' }] }])
    const gone = plan(one, none)
    expect(gone).toMatchObject({ operations: [], restart: [] })
    expect(plan(gone.after, one).operations).toEqual([]) // the core still has it
    const changed = routing({ balancers: [balancer('b', { fallbackTag: 'x' })] })
    expect(plan(gone.after, changed)).toMatchObject({ operations: [], restart: [{ section: 'routing' }] })
  })
  test('a balancer that needs an observatory waits for the core to have one', () => {
    const wanted = routing({ balancers: [balancer('b', { strategy: { type: 'leastPing' } })] })
    const deadEnd = { op: 'addOutbound', outbound: { protocol: 'blackhole' } }
    expect(plan(routing({}), wanted)).toMatchObject({
      operations: [deadEnd],
      restart: [{ section: 'routing' }],
    })
    const observing = plan({ ...routing({}), observatory: {} }, { ...wanted, observatory: {} })
    expect(observing.operations).toMatchObject([deadEnd, { op: 'replaceRules' }])
  })
  test('one with a fallback asks who is alive, so it waits too', () => {
    const wanted = routing({ balancers: [balancer('b', { fallbackTag: 'direct' })] })
    expect(plan(routing({}), wanted)).toMatchObject({ operations: [], restart: [{ section: 'routing' }] })
  })
  test('the domain strategy waits, the rules beside it do not', () => {
    const to = routing({ domainStrategy: 'IPOnDemand', rules: [{ port: 1, outboundTag: 'direct' }] })
    const result = plan(routing({}), to)
    expect(result.operations.map((o) => o.op)).toEqual(['replaceRules'])
    expect(result.restart).toEqual([
      { section: 'routing', because: { code: 'restart.domain-strategy', params: {} } },
    ])
    expect(result.after.routing).toEqual({ ...to.routing, domainStrategy: 'AsIs' })
  })
})

describe('what only a restart can do', () => {
  test.each([
    ['log', { log: { loglevel: 'debug' } }],
    ['dns', { dns: { servers: ['1.1.1.1'] } }],
    ['policy', { policy: { levels: { 0: { connIdle: 5 } } } }],
    ['fakedns', { fakedns: [] }],
    ['api', { api: { tag: 'x' } }],
    ['observatory', { observatory: { subjectSelector: [] }, api: { services: ['ObservatoryService'] } }],
  ])('%s is named, and a client beside it is added all the same', (section, template) => {
    const inbound = cellInbound(carrying[0]!)
    const from = build([{ inbound, clients: [] }])
    const result = plan(from, build([{ inbound, clients: [cellClient(inbound)] }], template))
    expect(result.operations.map((o) => o.op)).toEqual(['addUser'])
    expect(result.restart.map((r) => r.section)).toContain(section)
    expect(result.restart.every((r) => inEnglish(r.because).endsWith('when it starts.'))).toBe(true)
    expect(result.after[section]).toEqual(from[section]) // still running unchanged
    expect(plan(result.after, result.after).operations).toEqual([])
  })
  test('the metrics page, which a rule asks for', () => {
    const routing = { rules: [{ port: 1, outboundTag: 'x' }] }
    const { restart } = plan(build([], { routing }), build([], { metrics: { tag: 'x' }, routing }))
    expect(restart).toEqual([{ section: 'metrics', because: { code: 'restart.metrics', params: {} } }])
  })
})

/** Random outbounds, rules, inbounds and clients. */
const world = fc.record({
  outbounds: fc.shuffledSubarray(['a', 'b', 'c', 'd'], { minLength: 1 }),
  edited: fc.constantFrom('a', 'b', 'c', ''),
  ports: fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
  sniffed: fc.integer({ min: 1, max: 4 }),
  clients: fc.uniqueArray(fc.integer({ min: 1, max: 6 })),
  shift: fc.integer({ min: 0, max: 1 }),
})
const inbounds = carrying.slice(0, 4).map((cell, i) => cellInbound(cell, { port: i + 1 }))
function configOf(w: typeof world extends fc.Arbitrary<infer T> ? T : never): CoreConfig {
  const rows = w.ports.map((port) => {
    const inbound = inbounds[port - 1]!
    const clients = w.clients.map((n) => named(cellClient(inbound), `c${n}`, n + w.shift))
    return { inbound: port === w.sniffed ? { ...inbound, sniffing: { enabled: true } } : inbound, clients }
  })
  const outbounds = w.outbounds.map((tag) => free(tag, tag === w.edited ? { settings: { x: 1 } } : {}))
  return build(rows, {
    outbounds,
    routing: { rules: w.outbounds.map((tag, port) => ({ port, outboundTag: tag })) },
  })
}

test('carried out step by step, every plan ends at what was wanted', () => {
  fc.assert(
    fc.property(fc.array(world, { minLength: 2, maxLength: 4 }), ([first, ...rest]) => {
      let running = configOf(first!)
      const core = createFakeCore(running)
      for (const next of rest) {
        const wanted = configOf(next)
        const result = plan(running, wanted)
        for (const operation of result.operations) core.apply(operation)
        const fresh = createFakeCore(wanted)
        expect(core.inbounds()).toEqual(fresh.inbounds())
        expect(core.outbounds()).toEqual(fresh.outbounds())
        expect(core.rules()).toEqual(fresh.rules())
        expect(result.restart).toEqual([])
        expect(plan(result.after, wanted).operations).toEqual([])
        running = result.after
      }
    }),
    { numRuns: 200 },
  )
})
