import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inbound, row } from '#test/fixtures/topology-world.ts'
import { topologyOf, type World } from './topology.ts'

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

it('whatever is stored, every inbound and every outbound stands in the picture once, and no line leads nowhere', () => {
  fc.assert(
    fc.property(anyWorld, (given) => {
      const found = topologyOf(given)
      const known = found.nodes.map(({ id }) => id)
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
