import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { charged, chargeOf, inBytes, isMultiplier } from './charge.ts'
import { type Delta, merged } from './delta.ts'
import { folded } from './fold.ts'

test.each([0, 0.01, 0.29, 0.5, 1, 1.15, 2.5, 99.99, 100])('%d is a multiplier', (value) =>
  expect(isMultiplier(value)).toBe(true),
)
test.each([-0.01, 1.234, 100.01, Number.NaN, Number.POSITIVE_INFINITY, '2', null])('%s is none', (value) =>
  expect(isMultiplier(value)).toBe(false),
)

const delta = (name: string, up: number, down: number): Delta => ({ kind: 'client', name, up, down })

describe('bytes of inbounds', () => {
  const rateOf = (_: string, inbound: number | undefined) => (inbound === 4 ? 250 : inbound === 5 ? 0 : 100)

  test('count by the rate of their inbound, and are the client’s', () => {
    const { deltas, onInbounds } = folded(
      [delta('ann', 1, 1), delta('@4/ann', 3, 0), delta('7@4/ann', 0, 4), delta('@5/ann', 8, 8)],
      undefined,
      rateOf,
    )
    expect(deltas).toEqual([{ ...delta('ann', 12, 13), charge: { up: 100 + 750, down: 100 + 1_000 } }])
    expect(onInbounds).toEqual([
      { name: 'ann', inbound: 4, up: 3, down: 0, charged: 750 },
      { name: 'ann', inbound: 4, up: 0, down: 4, charged: 1_000 },
      { name: 'ann', inbound: 5, up: 8, down: 8, charged: 0 },
    ])
  })

  test('are charged to the last hundredth, in whatever portions they come', () => {
    const part = fc.record({ up: fc.nat(1e9), down: fc.nat(1e9), rate: fc.integer({ min: 0, max: 10_000 }) })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        const all = merged(
          parts.map(({ up, down, rate }) => ({
            ...delta('a', up, down),
            charge: charged({ up, down }, rate),
          })),
        )
        const exact = parts.reduce((n, { up, rate }) => n + BigInt(up) * BigInt(rate), 0n)
        expect(BigInt(chargeOf(all[0] as Delta).up)).toBe(exact)
        let [bytes, rest] = [0, 0]
        for (const { up, rate } of parts) {
          const more = inBytes(up * rate)
          bytes += more.bytes + Math.floor((rest + more.rest) / 100)
          rest = (rest + more.rest) % 100
        }
        expect(BigInt(bytes) * 100n + BigInt(rest)).toBe(exact)
      }),
    )
  })
})
