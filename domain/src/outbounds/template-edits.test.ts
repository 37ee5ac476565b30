import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { textIn, valueAt } from '#domain/core-config/edit.ts'
import {
  type BalancerForm,
  balancersOf,
  readBalancer,
  removeBalancers,
  rulesOf,
  saveBalancer,
  selectorOf,
  strategies,
} from './balancers.ts'
import { subjectsOf } from './observatory.ts'
import { removalOf } from './removal.ts'
import { matchedBy } from './selector.ts'
import { renameOutbound, replaceOutbound, usesOf } from './tag-uses.ts'
import { addOutbounds, moveOutbound, outboundsOf, tagOf } from './template-outbounds.ts'

const tags = ['a', 'ab', 'abc', 'b', 'p-1', 'p-2', 'warp', 'direct'] as const
const tag = fc.constantFrom(...tags)
const someTags = fc.uniqueArray(tag, { minLength: 2 })

const outbound = (t: string, through: string | undefined): Block => ({
  tag: t,
  protocol: 'socks',
  mine: { deep: [t.length] },
  ...(through && through !== t && { streamSettings: { sockopt: { dialerProxy: through, mark: 7 } } }),
})
const form: fc.Arbitrary<BalancerForm> = fc.record({
  tag: fc.constantFrom('one', 'two', 'three'),
  selector: fc.uniqueArray(fc.constantFrom('a', 'ab', 'p-', 'warp', 'sub-'), { minLength: 1, maxLength: 3 }),
  strategy: fc.constantFrom(...strategies),
  fallbackTag: fc.constantFrom('', 'direct', 'b'),
})
/** Templates of every kind, with unknown keys. */
const template: fc.Arbitrary<Block> = fc
  .record({
    names: someTags,
    through: fc.option(tag, { nil: undefined }),
    to: fc.array(tag, { maxLength: 4 }),
    balancers: fc.uniqueArray(form, { maxLength: 3, selector: (b) => b.tag }),
    extra: fc.dictionary(fc.constantFrom('x-note', 'dns', 'stats'), fc.jsonValue({ maxDepth: 2 })),
  })
  .map(({ names, through, to, balancers, extra }) => {
    const rules: Block[] = [
      ...to.map((t, i) => ({ port: String(i), outboundTag: t, own: i })),
      ...balancers.map((b) => ({ network: 'udp', balancerTag: b.tag })),
    ]
    const bare: Block = {
      ...extra,
      routing: { domainStrategy: 'AsIs', rules, unknown: true },
      outbounds: names.map((t, i) => outbound(t, i === 1 ? through : undefined)),
    }
    return balancers.reduce((made, b) => saveBalancer(made, undefined, b), bare)
  })

const namesOf = (t: Block) => outboundsOf(t).map(tagOf)
const unknownOf = (t: Block) => {
  const { outbounds: _o, routing, observatory: _b, burstObservatory: _c, ...rest } = t
  const { rules: _r, balancers: _l, ...own } = routing as Block // built above
  return { rest, own }
}
/** Every needed observatory exists, and of the right kind. */
function expectObserved(t: Block) {
  for (const balancer of balancersOf(t)) {
    const { strategy, fallbackTag, selector } = readBalancer(balancer)
    if (strategy !== 'leastPing' && strategy !== 'leastLoad' && fallbackTag === '') continue
    const [plain, burst] = [subjectsOf(t, 'observatory'), subjectsOf(t, 'burstObservatory')]
    if (strategy === 'leastLoad') expect(burst).toEqual(expect.arrayContaining(selector))
    else expect([...plain, ...burst]).toEqual(expect.arrayContaining(selector))
  }
  if (balancersOf(t).length === 0) expect([t.observatory, t.burstObservatory]).toEqual([undefined, undefined])
}
/** With a rule to a missing balancer the core does not start. */
const expectSound = (t: Block) => {
  const known = balancersOf(t).map(tagOf)
  for (const rule of rulesOf(t)) if ('balancerTag' in rule) expect(known).toContain(rule.balancerTag)
  for (const balancer of balancersOf(t)) expect(selectorOf(balancer).length).toBeGreaterThan(0)
}

describe('a new name for an outbound', () => {
  test('is followed by rules, balancers, observatories and outbounds that are dialled through it', () => {
    const before: Block = {
      outbounds: [{ tag: 'warp' }, outbound('b', 'warp'), { tag: 'c', proxySettings: { tag: 'warp' } }],
      routing: {
        rules: [{ outboundTag: 'warp' }, { outboundTag: 'b' }],
        balancers: [{ tag: 'x', selector: ['warp'], fallbackTag: 'warp', strategy: { type: 'leastPing' } }],
      },
      observatory: { subjectSelector: ['warp'], probeInterval: '9s' },
    }
    const text = JSON.stringify(before).replaceAll('"warp"', '"wire"')
    expect(JSON.stringify(renameOutbound(before, 'warp', 'wire'))).toBe(text)
  })
  test('leaves every balancer with the outbounds that it had', () => {
    fc.assert(
      fc.property(template, fc.nat(), (before, n) => {
        const from = namesOf(before)[n % namesOf(before).length]!
        const after = renameOutbound(before, from, 'zz')
        const members = (t: Block) => balancersOf(t).map((b) => matchedBy(selectorOf(b), namesOf(t)))
        expect(members(after)).toEqual(members(before).map((m) => m.map((t) => (t === from ? 'zz' : t))))
        const there = usesOf(after, from).filter((use) => use.kind !== 'balancer' || use.as === 'fallback')
        expect(there).toEqual([])
        expect(usesOf(after, 'zz').length).toBe(usesOf(before, from).length)
        expect(unknownOf(after)).toEqual(unknownOf(before))
        expectObserved(after)
      }),
    )
  })
  test('and the old one again gives the same outbounds and rules', () => {
    fc.assert(
      fc.property(template, fc.nat(), (before, n) => {
        const from = namesOf(before)[n % namesOf(before).length]!
        const there = renameOutbound(renameOutbound(before, from, 'zz'), 'zz', from)
        expect(outboundsOf(there)).toEqual(outboundsOf(before))
        expect(rulesOf(there)).toEqual(rulesOf(before))
      }),
    )
  })
  test('comes with an edit of the whole outbound', () => {
    const before: Block = { outbounds: [{ tag: 'a', x: 1 }], routing: { rules: [{ outboundTag: 'a' }] } }
    const after = { outbounds: [{ tag: 'b', y: 2 }], routing: { rules: [{ outboundTag: 'b' }] } }
    expect(replaceOutbound(before, 0, { tag: 'b', y: 2 })).toEqual(after)
  })
})

describe('an outbound that goes', () => {
  test('takes along what cannot be without it, and says what', () => {
    fc.assert(
      fc.property(template, fc.nat(), (before, n) => {
        const gone = namesOf(before)[n % namesOf(before).length]!
        const { template: after, rules, balancers, outbounds } = removalOf(before, gone)
        expect(namesOf(after)).toEqual(namesOf(before).filter((t) => t !== gone && !outbounds.includes(t)))
        expect(rulesOf(after).length).toBe(rulesOf(before).length - rules.length)
        expect(balancersOf(after).map(tagOf)).toEqual(
          balancersOf(before)
            .map(tagOf)
            .filter((t) => !balancers.includes(t)),
        )
        for (const t of [gone, ...outbounds])
          expect(usesOf(after, t).filter((u) => u.kind !== 'balancer' || u.as === 'fallback')).toEqual([])
        expect(unknownOf(after)).toEqual(unknownOf(before))
        expectSound(after)
        expectObserved(after)
      }),
    )
  })
  test('leaves a balancer that waits for the outbounds of a subscription', () => {
    const before: Block = {
      outbounds: [{ tag: 'a' }, { tag: 'b' }],
      routing: { rules: [], balancers: [{ tag: 'x', selector: ['b', 'sub-'] }] },
    }
    const { template: after, smaller } = removalOf(before, 'b')
    expect([balancersOf(after), smaller]).toEqual([[{ tag: 'x', selector: ['sub-'] }], ['x']])
  })
})

describe('a balancer', () => {
  test('is read as it was written, and the observatory follows', () => {
    fc.assert(
      fc.property(template, form, fc.nat(), (before, values, n) => {
        const at = balancersOf(before).length > 0 ? n % balancersOf(before).length : undefined
        const old = at === undefined ? undefined : tagOf(balancersOf(before)[at]!)
        if (balancersOf(before).some((b, i) => i !== at && tagOf(b) === values.tag)) return
        const after = saveBalancer(before, at, values)
        expect(readBalancer(balancersOf(after)[at ?? 0]!)).toEqual(values)
        const [was, is] = [before, after].map((t) => rulesOf(t).map((r) => textIn(r, ['balancerTag'])))
        expect(is).toEqual(was!.map((t) => (t === old ? values.tag : t)))
        expect(unknownOf(after)).toEqual(unknownOf(before))
        expectObserved(after)
      }),
    )
  })
  test('that goes takes its rules along, and the observatory where nobody needs it', () => {
    fc.assert(
      fc.property(template, (before) => {
        const [first, ...rest] = balancersOf(before).map(tagOf)
        if (first === undefined) return
        const after = removeBalancers(before, [first])
        expectSound(after)
        expectObserved(after)
        const none = removeBalancers(after, rest)
        expect(valueAt(none, ['routing', 'balancers'])).toBeUndefined()
        expectObserved(none)
      }),
    )
  })
  test('keeps what the form does not know, and the settings of its strategy while it has it', () => {
    const strategy = { type: 'leastLoad', settings: { expected: 2 } }
    const before: Block = { routing: { balancers: [{ tag: 'x', selector: ['a'], strategy, own: 1 }] } }
    const values = readBalancer(balancersOf(before)[0]!)
    const named = balancersOf(saveBalancer(before, 0, { ...values, tag: 'y' }))
    expect(named).toEqual([{ tag: 'y', selector: ['a'], strategy, own: 1 }])
    const random = balancersOf(saveBalancer(before, 0, { ...values, strategy: 'random' }))
    expect(random).toEqual([{ tag: 'x', selector: ['a'], strategy: { type: 'random' }, own: 1 }])
  })
  test('leaves alone what an operator observes besides', () => {
    const before: Block = { observatory: { subjectSelector: ['mine'], probeInterval: '5s' } }
    const values = { tag: 'x', selector: ['a'], strategy: 'leastPing', fallbackTag: '' } as const
    const made = saveBalancer(before, undefined, { ...values, selector: ['a'] })
    expect(made.observatory).toEqual({ subjectSelector: ['mine', 'a'], probeInterval: '5s' })
    expect(removeBalancers(made, ['x']).observatory).toEqual(before.observatory)
  })
})

describe('the list', () => {
  test('new outbounds get names of their own and change neither the default nor the others', () => {
    fc.assert(
      fc.property(template, fc.array(tag, { minLength: 1 }), (before, added) => {
        const after = addOutbounds(
          before,
          added.map((t) => outbound(t, undefined)),
          ['ab'],
        )
        expect(new Set(namesOf(after)).size).toBe(namesOf(before).length + added.length)
        expect(outboundsOf(after).slice(0, outboundsOf(before).length)).toEqual(outboundsOf(before))
        expect({ ...after, outbounds: 0 }).toEqual({ ...before, outbounds: 0 })
      }),
    )
  })
  test('an outbound moves, and there and back is nothing', () => {
    fc.assert(
      fc.property(template, fc.nat(9), fc.nat(9), (before, from, to) => {
        const after = moveOutbound(before, from, to)
        expect(namesOf(after).toSorted()).toEqual(namesOf(before).toSorted())
        expect(moveOutbound(after, to, from)).toEqual(before)
      }),
    )
  })
})
