import { beforeEach, describe, expect, it } from 'vitest'
import { createUnknownIdLimiter } from './unknown-id-limiter.ts'

describe('guessing ids', () => {
  let t = 0
  let unknownIds: ReturnType<typeof createUnknownIdLimiter>
  beforeEach(() => {
    t = 1_800_000_000_000
    unknownIds = createUnknownIdLimiter(() => t)
  })
  const guess = (address: string, count: number, from = 0) => {
    for (let i = from; i < from + count; i++) unknownIds.missed(address, `id${i}`)
  }

  it('is blocked after sixty and allowed again gradually', () => {
    guess('192.0.2.1', 59)
    expect(unknownIds.blocked('192.0.2.1')).toBe(false)
    guess('192.0.2.1', 1, 100)
    expect(unknownIds.blocked('192.0.2.1')).toBe(true)
    t += 3_001
    expect(unknownIds.blocked('192.0.2.1')).toBe(false)
    guess('192.0.2.1', 2, 200)
    expect(unknownIds.blocked('192.0.2.1')).toBe(true)
  })

  it('is counted per address, and a whole /64 is one', () => {
    guess('2001:db8::1', 60)
    expect(unknownIds.blocked('2001:db8::2')).toBe(true)
    expect(unknownIds.blocked('2001:db8:1::1')).toBe(false)
    expect(unknownIds.blocked('198.51.100.7')).toBe(false)
  })

  it('does not include an app that keeps requesting its deleted id', () => {
    for (let i = 0; i < 1_000; i++) unknownIds.missed('192.0.2.1', 'gone')
    expect(unknownIds.blocked('192.0.2.1')).toBe(false)
  })

  it('survives a clock that is set back', () => {
    guess('192.0.2.1', 60)
    t -= 3_600_000
    expect(unknownIds.blocked('192.0.2.1')).toBe(true)
    t += 10_000
    expect(unknownIds.blocked('192.0.2.1')).toBe(false)
  })
})
