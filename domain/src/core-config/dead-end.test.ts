import { describe, expect, test } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { deadEnd, withDeadEnd } from './dead-end.ts'
import { asWritten } from './rules.ts'

const direct = { tag: 'direct', protocol: 'freedom' }
const far = { tag: 'far-1', protocol: 'vless' }
const rule = { type: 'field', network: 'tcp', balancerTag: 'b' }
const guarded = (balancer: Block, outbounds: Block[] = [direct, far], more: Partial<Block> = {}) =>
  withDeadEnd({
    routing: { rules: [rule], balancers: [{ tag: 'b', selector: ['far'], ...balancer }] },
    outbounds,
    inbounds: [],
    reverse: undefined,
    ...more,
  })

describe('a balancer without a fallback', () => {
  test.each(['leastPing', 'leastLoad', 'LEASTPING'])('%s: what no outbound takes ends there', (type) => {
    const { routing, outbounds } = guarded({ strategy: { type } })
    expect(routing.balancers).toMatchObject([{ tag: 'b', fallbackTag: deadEnd.tag }])
    expect(outbounds).toEqual([direct, far, deadEnd])
    expect(routing.rules).toEqual([rule])
  })

  test.each([{}, { strategy: { type: 'random' } }, { strategy: { type: 'roundRobin' } }])(
    '%o keeps its form, because a fallback needs an observatory',
    (strategy) => {
      expect(guarded(strategy).routing).toMatchObject({
        rules: [rule],
        balancers: [{ tag: 'b', selector: ['far'], ...strategy }],
      })
      expect(JSON.stringify(guarded(strategy).routing)).not.toContain('fallbackTag')
    },
  )

  test('without a single outbound, rules lead past it, and are still shown as they were written', () => {
    const { routing } = guarded({}, [direct])
    expect(routing.rules).toEqual([{ ...rule, outboundTag: deadEnd.tag }])
    expect(asWritten({ ...routing.rules[0], ruleTag: 'x' })).toEqual(rule)
  })

  test('outbounds of reverse proxies count', () => {
    const client = { id: 'x', reverse: { tag: 'far-home' } }
    const inbounds = [{ settings: { clients: [{}, client] } }]
    expect(guarded({}, [direct], { inbounds }).routing.rules).toEqual([rule])
    const reverse = { portals: [{ tag: 'far-portal', domain: 'x.test' }] }
    expect(guarded({}, [direct], { reverse }).routing.rules).toEqual([rule])
  })
})

test('a balancer with a fallback, and a template without balancers, stay as they are', () => {
  const balancer = { strategy: { type: 'leastPing' }, fallbackTag: 'direct' }
  expect(guarded(balancer).outbounds).toEqual([direct, far])
  const routing = { rules: [rule] }
  expect(withDeadEnd({ routing, outbounds: [direct], inbounds: [], reverse: {} })).toEqual({
    routing,
    outbounds: [direct],
  })
})
