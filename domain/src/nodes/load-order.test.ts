import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aheadForMs, type LoadOrder, nextOrder, noOrder, orderOf, ranksOf } from './load-order.ts'

const minute = 60_000
const loadsOf = (loads: readonly number[]) => new Map(loads.map((load, place) => [place, load]))
const measured = (steps: readonly { at: number; loads: readonly number[] }[]) => {
  const seen: LoadOrder[] = []
  for (const { at, loads } of steps) seen.push(nextOrder(seen.at(-1) ?? noOrder, loadsOf(loads), at))
  return seen
}
const sortedByLoad = (order: readonly number[], loads: readonly number[]) =>
  order.every((place, i) => i === 0 || (loads[order[i - 1] ?? 0] ?? 0) <= (loads[place] ?? 0))

describe('the least loaded place first', () => {
  it('sorts a first measurement, and keeps that order while nobody is far enough ahead', () => {
    const seen = measured([
      { at: 0, loads: [30, 10, 20] },
      { at: aheadForMs * 2, loads: [18, 22, 20] },
      { at: aheadForMs * 4, loads: [18, 22, 20] },
    ])
    expect(seen.map(({ order }) => order)).toEqual([
      [1, 2, 0],
      [1, 2, 0],
      [1, 2, 0],
    ])
  })

  it('changes the order once a place was ahead for five minutes, not before and not after a break', () => {
    const steps = [
      { at: 0, loads: [10, 20] },
      { at: minute, loads: [40, 20] }, // 1 is ahead from here
      { at: 5 * minute, loads: [10, 20] }, // a break
      { at: 6 * minute, loads: [40, 20] },
      { at: 11 * minute - 1, loads: [40, 20] },
      { at: 11 * minute, loads: [40, 20] },
    ]
    expect(measured(steps).map(({ order }) => order[0])).toEqual([0, 0, 0, 0, 0, 1])
  })

  it('puts a place where nobody can connect last, however few are online there', () => {
    const lost = Number.POSITIVE_INFINITY
    const seen = measured([
      { at: 0, loads: [5, 0, 9] },
      { at: minute, loads: [5, lost, 9] },
      { at: minute + aheadForMs, loads: [5, lost, 9] },
      { at: minute + 3 * aheadForMs, loads: [5, lost, lost] },
    ])
    expect(seen.map(({ order }) => order)).toEqual([
      [1, 0, 2],
      [1, 0, 2],
      [0, 2, 1],
      [0, 2, 1],
    ])
  })

  it('drops a place that is gone, and lists a new one last until it was ahead for a while', () => {
    const before = nextOrder(noOrder, loadsOf([10, 20, 30]), 0)
    const now = new Map([
      [0, 10],
      [2, 30],
      [7, 0],
    ])
    const after = nextOrder(before, now, minute)
    expect(after.order).toEqual([0, 2, 7])
    expect(nextOrder(after, now, minute + aheadForMs).order).toEqual([7, 0, 2])
  })

  const loads = fc.array(fc.oneof(fc.nat(200), fc.constant(Number.POSITIVE_INFINITY)), {
    minLength: 4,
    maxLength: 4,
  })
  const history = fc.array(fc.record({ after: fc.nat(8 * minute), loads }), { minLength: 2, maxLength: 30 })

  it('never changes unless somebody was ahead by the margin for the whole time', () => {
    fc.assert(
      fc.property(history, (given) => {
        let at = 0
        const steps = given.map(({ after, loads }) => {
          at += after
          return { at, loads }
        })
        const seen = measured(steps)
        for (let i = 1; i < seen.length; i++) {
          const [before, after, now] = [seen[i - 1]?.order ?? [], seen[i]?.order ?? [], steps[i]?.at ?? 0]
          expect([...after].sort()).toEqual([0, 1, 2, 3])
          if (before.join() === after.join()) continue
          // Some place was ahead of an earlier one in every measurement of the last five minutes and of the one before.
          const late = steps.slice(0, i + 1)
          const from = late.findLastIndex((step) => now - step.at >= aheadForMs)
          expect(from).toBeGreaterThanOrEqual(0)
          const isAhead = (place: number, measured: readonly number[]) =>
            before.slice(0, before.indexOf(place)).some((other) => {
              const [own = 0, their = 0] = [measured[place], measured[other]]
              return Number.isFinite(own) && own <= their - 3 && own <= their * 0.8
            })
          expect(before.some((place) => late.slice(from).every((step) => isAhead(place, step.loads)))).toBe(
            true,
          )
          expect(sortedByLoad(after, steps[i]?.loads ?? [])).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('comes to rest: the same loads again and again change the order once at most', () => {
    fc.assert(
      fc.property(loads, loads, (first, then) => {
        const steps = [0, 1, 2, 3, 4, 5].map((n) => ({
          at: n * aheadForMs,
          loads: n === 0 ? first : then,
        }))
        const orders = measured(steps).map(({ order }) => order.join())
        expect(new Set(orders).size).toBeLessThanOrEqual(2)
        expect(orders.at(-1)).toBe(orders.at(-2))
      }),
    )
  })

  it('can be stored as ranks and read again', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 3, 5, 8, 9], { minLength: 1 }), (some) => {
        const order = some.includes(0) ? some : [0, ...some]
        const { 0: _, ...nodes } = Object.fromEntries(ranksOf(order))
        expect(ranksOf(order).get(0)).toBe(0)
        const stored = new Map(Object.entries(nodes).map(([place, rank]) => [Number(place), rank]))
        expect(orderOf(stored)).toEqual(order)
      }),
    )
  })
})
