import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HISTORY_BUCKETS } from '#contract/status.ts'
import { Refusal } from '#domain/refusal.ts'
import { createHistory } from './metric-ring.ts'

const START = 1_700_000_100

describe('history', () => {
  it('averages each bucket', () => {
    const history = createHistory(['cpu', 'mem'])
    expect(history.read('cpu', 30)).toEqual([])
    for (let i = 0; i < 30; i++) history.add(START + i * 2, { cpu: i, mem: 50 })
    expect(history.read('cpu', 30)).toEqual([
      { t: START, v: 7 },
      { t: START + 30, v: 22 },
    ])
    expect(history.read('mem', '60')).toEqual([{ t: START - (START % 60), v: 50 }])
    expect(history.read('cpu', 2)).toHaveLength(30)
  })

  it('keeps the last 9000 samples and gives at most 60 points', () => {
    const history = createHistory(['cpu'])
    for (let i = 0; i < 12_000; i++) history.add(START + i * 2, { cpu: i < 3000 ? 1e9 : 1 })
    for (const bucket of HISTORY_BUCKETS) {
      const points = history.read('cpu', bucket)
      expect(points).toHaveLength(60)
      expect(points.every(({ v }) => v === 1)).toBe(true)
      expect(points.at(-1)!.t).toBe(Math.floor((START + 11_999 * 2) / bucket) * bucket)
    }
  })

  it('refuses an unknown metric or bucket with a sentence', () => {
    const history = createHistory(['cpu'])
    expect(() => history.read('cpu', 7)).toThrow(
      new Refusal('input.one-of', { values: '2, 30, 60, 120, 180, 300' }, 'bucket'),
    )
    for (const bucket of ['', '2.0', '-2', 'abc', '1e1', Number.NaN]) {
      expect(() => history.read('cpu', bucket)).toThrow(Refusal)
    }
    for (const metric of ['', 'CPU', '__proto__', 'constructor', 'disk']) {
      expect(() => history.read(metric, 2)).toThrow('Choose one of cpu.')
    }
  })

  it('points are ordered, distinct and inside the window whatever the clock does', () => {
    const step = fc.integer({ min: -400, max: 400 })
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 400 }),
        fc.constantFrom(...HISTORY_BUCKETS),
        (steps, bucket) => {
          const history = createHistory(['cpu'])
          let t = START
          for (const by of steps) {
            t += by
            history.add(t, { cpu: 1 })
          }
          const points = history.read('cpu', bucket)
          expect(points.length).toBeGreaterThan(0)
          expect(points.length).toBeLessThanOrEqual(60)
          expect(points.at(-1)!.t).toBe(Math.floor(t / bucket) * bucket)
          for (let i = 1; i < points.length; i++) expect(points[i]!.t).toBeGreaterThan(points[i - 1]!.t)
        },
      ),
      { numRuns: 50 },
    )
  })
})
