import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanced, firstClamp, nextClamp, sharedRates } from './sharing.ts'

const limit = fc.integer({ min: 1_000, max: 1_000_000_000 })
const demand = fc.record({ rate: fc.integer({ min: 0, max: 2_000_000_000 }), hungry: fc.boolean() })
const demands = fc.array(demand, { minLength: 1, maxLength: 40 })

describe('a limit shared by connections', () => {
  test('the hungry ones get all that the others leave, equally', () => {
    fc.assert(
      fc.property(limit, demands, (most, all) => {
        const caps = sharedRates(most, all)
        expect(caps.every((cap) => cap > 0 && cap <= most * 1.0001)).toBe(true)
        const hungry = caps.filter((_, i) => all[i]?.hungry)
        if (hungry.length === 0) return
        expect(Math.max(...hungry)).toBe(Math.min(...hungry))
        // What the calm ones carry now and what the hungry ones may carry is the limit.
        const calm = all.filter((one) => !one.hungry)
        const used = calm.reduce((sum, { rate }) => sum + Math.min(rate, hungry[0] ?? 0), 0)
        expect(hungry.length * (hungry[0] ?? 0)).toBeLessThanOrEqual(most * 1.0001)
        expect(hungry.length * (hungry[0] ?? 0) + used).toBeGreaterThanOrEqual(most * 0.9999)
        expect(hungry[0]).toBeGreaterThanOrEqual((most / all.length) * 0.9999)
      }),
    )
  })
  test('one connection alone gets all of it', () => {
    fc.assert(
      fc.property(limit, demand, (most, one) => void expect(sharedRates(most, [one])).toEqual([most])),
    )
  })
})

test('what was carried too much is taken back, and the average is the limit', () => {
  fc.assert(
    fc.property(limit, fc.double({ min: 0.5, max: 3, noNaN: true }), (most, factor) => {
      let [credit, carried] = [0, 0]
      let now = most
      for (let tick = 0; tick < 400; tick++) {
        const bytes = (tick < 4 ? factor : 1) * now * 0.25 // the first second is not held exactly
        carried += bytes
        const next = balanced(most, { credit }, { seconds: 0.25, carried: bytes, hungry: true }, 0.2)
        credit = next.credit
        now = next.limit
      }
      expect(carried / (most * 100)).toBeGreaterThan(0.97)
      expect(carried / (most * 100)).toBeLessThan(1.03)
    }),
  )
})

describe('the receive window', () => {
  const line = { target: 2_000_000, roundTrip: 0.02, segment: 1_448 }
  test('starts at what the line holds', () => {
    expect(firstClamp(line)).toBe(40_000)
    expect(firstClamp({ ...line, roundTrip: 0.000_1, target: 1_000 })).toBe(2 * 1_448)
  })
  test('leads the sender to the wanted speed, whatever share of the window it uses', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.3, max: 1, noNaN: true }),
        fc.integer({ min: 3_000, max: 300_000 }),
        (used, start) => {
          let clamp = start
          const rateOf = (window: number) => (window * used) / line.roundTrip
          for (let tick = 0; tick < 40; tick++) clamp = nextClamp({ ...line, clamp, rate: rateOf(clamp) })
          expect(rateOf(clamp) / line.target).toBeGreaterThan(0.98)
          expect(rateOf(clamp) / line.target).toBeLessThan(1.02)
        },
      ),
    )
  })
  test('is never less than two segments and never without an end', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e9), (clamp, rate) => {
        const next = nextClamp({ ...line, clamp, rate })
        expect(next >= 2 * 1_448 && next <= 8 * 40_000).toBe(true)
      }),
    )
  })
})
