import { describe, expect, it } from 'vitest'
import type { Quota, QuotaReset } from '#contract/quotas.ts'
import { createRandom } from '#test/random.ts'
import { seed } from '#test/seed.ts'
import {
  closedBy,
  countedOn,
  inForce,
  isMeant,
  nextPeriod,
  periodEnds,
  type QuotaInbound,
  type Usage,
  usageUnder,
} from './in-force.ts'
import { checkQuotas, placeOf, quotasCell, quotasIn, targetOf } from './quotas.ts'

const day = 86_400_000
const on = (inboundId: number, bytes = 100, reset: QuotaReset = 'never'): Quota => ({
  ...{ on: 'inbound', inboundId, bytes, reset },
})
const label = (name: string, bytes = 100): Quota => ({ on: 'label', label: name, bytes, reset: 'client' })
const node = (nodeId: number, bytes = 100): Quota => ({ on: 'node', nodeId, bytes, reset: 'month' })
const entry = (id: number, more: Partial<QuotaInbound> = {}): QuotaInbound => ({
  ...{ id, node: 0, labels: [], countable: true },
  ...more,
})

describe('which quota counts', () => {
  it('is that of the client, else of its group, else of its plan, for each target', () => {
    const layers = { client: [on(1, 5)], group: [on(1, 6), on(2, 7)], plan: [on(2, 8), node(0, 9)] }
    expect(inForce(layers).map(({ target, by, quota }) => [target, by, quota.bytes])).toEqual([
      ['inbound:1', 'client', 5],
      ['inbound:2', 'group', 7],
      ['node:0', 'plan', 9],
    ])
  })
  it('needs names of their own on inbounds here, if it is not for the whole server', () => {
    const force = inForce({ client: [on(1), on(2), label('a'), node(0)] })
    const attached = [
      entry(1),
      entry(2, { node: 7 }),
      entry(3, { labels: ['a'] }),
      entry(4, { labels: ['a'], countable: false }),
      entry(5),
    ]
    expect(countedOn(force, attached)).toEqual([1, 3])
    expect(closedBy(force, attached)).toEqual([1, 2, 3, 4, 5])
  })
})

describe('what is used', () => {
  const zone = 'Europe/Berlin'
  const at = Date.parse('2026-03-27T11:00:00Z')
  it('stays with another amount and another schedule', () => {
    const had: Usage = { bytes: 100, used: 5_000, spent: false, reset: 'never', endsAt: 0 }
    expect(usageUnder(on(1, 50), had, periodEnds(zone, at))).toMatchObject({
      used: 5_000,
      spent: true,
      endsAt: 0,
    })
    const daily = usageUnder(on(1, 51, 'day'), had, periodEnds(zone, at))
    expect(daily).toMatchObject({ used: 5_000, spent: false })
    expect(new Date(daily.endsAt).toISOString()).toBe('2026-03-27T23:00:00.000Z')
  })
  it.each([
    ['day', '2026-03-27T23:00:00.000Z'],
    ['week', '2026-03-28T23:00:00.000Z'], // a week begins on Sunday, as for inbounds
    ['month', '2026-03-31T22:00:00.000Z'], // summer time
  ] as const)('by the %s begins anew at its end, in the zone of the panel', (reset, end) => {
    const now = usageUnder(on(1, 1, reset), undefined, periodEnds(zone, at))
    expect(new Date(now.endsAt).toISOString()).toBe(end)
    const full = { ...now, used: 100, spent: true }
    for (const later of [now.endsAt, now.endsAt + 100 * day]) {
      const next = nextPeriod(full, periodEnds(zone, later))
      expect(next).toMatchObject({ used: 0, spent: false })
      expect(next.endsAt).toBeGreaterThan(later)
    }
  })
})

it('cells hold what was put into them, and whatever else is in them counts as none', () => {
  const all = [on(1), node(0), label('läbel')]
  expect(quotasIn(quotasCell(all))).toEqual(all)
  expect(quotasCell([])).toBe('')
  for (const cell of ['', '{}', '[1, {"on":"inbound"}]', 'null', '[{"on":"label","label":"a","bytes":-1}]'])
    expect(quotasIn(cell)).toEqual([])
  expect(all.map((quota) => placeOf(targetOf(quota)))).toEqual([
    { on: 'inbound', id: 1 },
    { on: 'node', id: 0 },
    { on: 'label', label: 'läbel' },
  ])
  expect(placeOf('inbound:x')).toBeUndefined()
})

it('a list with two for the same target, or an impossible amount, is refused', () => {
  expect(() => checkQuotas([on(1), on(1, 2)], 'quotas')).toThrow('two quotas')
  for (const bytes of [0, -1, 0.5, Number.MAX_SAFE_INTEGER])
    expect(() => checkQuotas([on(1, bytes)], 'quotas')).toThrow('above 0')
  expect(checkQuotas([on(1), on(2), node(1), label('a')], 'quotas')).toHaveLength(4)
})

it('whatever is set, moved and reset: an inbound is closed exactly while a quota that means it is used up', () => {
  const random = createRandom(seed)
  const labels = ['a', 'b', 'c']
  for (let round = 0; round < 60; round++) {
    const entries = Array.from({ length: 6 }, (_, i) =>
      entry(i + 1, { node: random.below(3), labels: random.some(labels, 2), countable: !random.chance(0.2) }),
    )
    const some = (): Quota[] => {
      const all = [
        ...entries.map(({ id }) => on(id, 1 + random.below(50))),
        ...labels.map((name) => label(name, 1 + random.below(50))),
        ...[0, 1, 2].map((id) => node(id, 1 + random.below(50))),
      ]
      return random.some(all, 4)
    }
    const layers = { client: some(), group: some(), plan: some() }
    const usages = new Map<string, Usage>()
    const model = new Map<string, number>()
    for (let step = 0; step < 20; step++) {
      const force = inForce(layers)
      for (const { target, quota } of force)
        usages.set(target, usageUnder(quota, usages.get(target), periodEnds('UTC', step * day)))
      for (const target of usages.keys())
        if (!force.some((one) => one.target === target)) {
          usages.delete(target)
          model.delete(target)
        }
      const attached = random.some(entries, 6)
      const moved = random.pick(entries)
      const bytes = random.below(30)
      for (const { target, quota } of force) {
        const usage = usages.get(target)
        if (!usage || !isMeant(quota, moved)) continue
        model.set(target, (model.get(target) ?? 0) + bytes)
        usages.set(
          target,
          usageUnder(quota, { ...usage, used: usage.used + bytes * 100 }, periodEnds('UTC', step * day)),
        )
      }
      const spent = force.filter(({ target }) => usages.get(target)?.spent)
      const closed = closedBy(spent, attached)
      for (const one of attached) {
        const isFull = force.some(
          ({ target, quota }) => isMeant(quota, one) && (model.get(target) ?? 0) >= quota.bytes,
        )
        expect(closed.includes(one.id)).toBe(isFull)
        if (one.node !== 0 || !one.countable) expect(countedOn(force, attached)).not.toContain(one.id)
      }
      if (random.chance(0.2)) layers[random.pick(['client', 'group', 'plan'] as const)] = some()
      if (random.chance(0.2))
        for (const [target, usage] of usages) {
          if (usage.reset !== 'client') continue
          usages.set(target, { ...usage, used: 0, spent: false })
          model.delete(target)
        }
    }
  }
})
