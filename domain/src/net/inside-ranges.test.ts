import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classifyBytes } from './address-class.ts'
import { inCidr, parseCidr } from './cidr.ts'
import { insideRanges } from './inside-ranges.ts'

const ranges = insideRanges.map((text) => {
  const cidr = parseCidr(text)
  if (!cidr) throw new Error(text)
  return cidr
})
const isBlocked = (bytes: readonly number[]) => ranges.some((range) => inCidr(bytes, range))

/** An embedded IPv4 address: the core unwraps it first. */
const isMapped = (b: readonly number[]) =>
  b.length === 16 && b.slice(0, 10).every((n) => n === 0) && b[10] === 255 && b[11] === 255

test('the ranges are those of the guarded client, but for tunnels that no prefix tells', () => {
  const bytes = (length: number) => fc.array(fc.nat({ max: 255 }), { minLength: length, maxLength: length })
  fc.assert(
    fc.property(fc.oneof(bytes(4), bytes(16)), (address) => {
      const kind = classifyBytes(address)
      if (kind === 'isatap' || isMapped(address)) return
      expect(isBlocked(address)).toBe(kind !== 'public')
    }),
    { numRuns: 2_000 },
  )
})
