import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mergeIps, parseIps } from './ip-log.ts'

const now = 2_000_000_000

it('keeps one entry per address, the newest first', () => {
  const stored = [
    { ip: '192.0.2.1', timestamp: now - 900 },
    { ip: '192.0.2.2', timestamp: now - 60 },
  ]
  expect(mergeIps(stored, [{ ip: '192.0.2.1', timestamp: now }], now)).toEqual([
    { ip: '192.0.2.1', timestamp: now },
    { ip: '192.0.2.2', timestamp: now - 60 },
  ])
})

it('keeps a bounded history of what is no longer live, and forgets it after a month', () => {
  const old = Array.from({ length: 300 }, (_, i) => ({ ip: `198.51.100.${i}`, timestamp: now - 3_600 - i }))
  const ancient = { ip: '203.0.113.1', timestamp: now - 31 * 86_400 }
  const merged = mergeIps([...old, ancient], [{ ip: '192.0.2.1', timestamp: now }], now)
  expect(merged).toEqual([{ ip: '192.0.2.1', timestamp: now }, ...old.slice(0, 20)])
  expect(mergeIps([ancient], [], now)).toEqual([])
})

it('is bounded, ordered and without doubles whatever it is given; merging again changes nothing', () => {
  const entry = fc.record({
    ip: fc.integer({ min: 0, max: 400 }).map((n) => `10.0.${n >> 8}.${n & 255}`),
    timestamp: fc.integer({ min: now - 40 * 86_400, max: now + 100 }),
  })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 300 }), fc.array(entry, { maxLength: 300 }), (a, b) => {
      const merged = mergeIps(a, b, now)
      expect(merged.length).toBeLessThanOrEqual(120)
      expect(new Set(merged.map(({ ip }) => ip)).size).toBe(merged.length)
      expect(merged.every((e, i) => i === 0 || (merged[i - 1]?.timestamp ?? 0) >= e.timestamp)).toBe(true)
      expect(mergeIps(merged, merged, now)).toEqual(merged)
    }),
  )
})

it('leaves the addresses out that the core never lists', () => {
  expect(
    mergeIps(
      [],
      [
        { ip: '127.0.0.1', timestamp: now },
        { ip: '::1', timestamp: now },
      ],
      now,
    ),
  ).toEqual([])
})

it('reads what the incumbent wrote, and nothing from a cleared or broken row', () => {
  expect(parseIps('["192.0.2.1",{"ip":"192.0.2.2","timestamp":5},{"ip":7},null,4]')).toEqual([
    { ip: '192.0.2.1', timestamp: 0 },
    { ip: '192.0.2.2', timestamp: 5 },
  ])
  expect(['', '{', '{}', 'null'].map(parseIps)).toEqual([[], [], [], []])
})
