import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanced, nextWidth, sharedRates, windowFor } from './sharing.ts'

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
  const line = { target: 2_000_000, roundTrip: 0.02, segment: 1_448, grain: 1_024 }
  /** What arrives under windows for a speed, if the sender uses this share of them. */
  const received = (used: number, width: number, looks: number) => {
    let [carry, bytes] = [0, 0]
    for (let look = 0; look < looks; look++) {
      const next = windowFor(line, width, carry)
      carry = next.carry
      bytes += (next.window * used) / line.roundTrip
    }
    return bytes / looks
  }

  test('holds a speed on average, although the kernel rounds it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 150_000, max: 4_000_000 }),
        fc.integer({ min: 0, max: 14 }),
        (target, log) => {
          const own = { ...line, target, grain: 2 ** log }
          if (own.grain > target * line.roundTrip) return
          let [carry, sum] = [0, 0]
          for (let look = 0; look < 400; look++) {
            const next = windowFor(own, 1, carry)
            carry = next.carry
            sum += next.window
          }
          const least = Math.ceil((2 * line.segment) / own.grain) * own.grain
          expect(sum / 400 / Math.max(least, target * line.roundTrip)).toBeGreaterThan(0.98)
          expect(sum / 400 / Math.max(least, target * line.roundTrip)).toBeLessThan(1.02)
        },
      ),
    )
  })
  test('leads the sender to the wanted speed, whatever share of the window it uses', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.3, max: 3, noNaN: true }), (used) => {
        let width = 1
        for (let look = 0; look < 40; look++)
          width = nextWidth(width, { wanted: line.target, rate: received(used, width, 1) })
        expect(received(used, width, 100) / line.target).toBeGreaterThan(0.97)
        expect(received(used, width, 100) / line.target).toBeLessThan(1.03)
      }),
    )
  })
  test('is never less than two segments and never without an end; a silence widens it little', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.double({ min: 0.25, max: 4, noNaN: true }), (target, width) => {
        const { window } = windowFor({ ...line, target }, width, 0)
        expect(window >= 2 * 1_448 && window <= 16 * 1024 * 1024).toBe(true)
        expect(nextWidth(width, { wanted: target, rate: 0 })).toBeLessThanOrEqual(width * 1.2)
      }),
    )
  })
})
