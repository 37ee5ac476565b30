import { expect, it, vi } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

it('never holds more than it may, and always the latest seven eighths', () => {
  for (const most of [1, 2, 16, 100]) {
    const map = new BoundedMap<number, string>(most)
    for (const i of numbers(most * 5)) {
      map.set(i, '')
      const held = [...map.keys()]
      expect(held.length).toBeLessThanOrEqual(most)
      expect(held.length).toBeGreaterThanOrEqual(Math.min(i + 1, Math.ceil((most * 7) / 8)))
      expect(held).toEqual(numbers(i + 1).slice(-held.length))
    }
  }
})

it('takes an entry that is set again for the newest', () => {
  const map = new BoundedMap<string, number>(10)
  for (const i of numbers(100)) {
    map.set('again', i)
    map.set(`other ${i}`, 0)
  }
  expect(map.get('again')).toBe(99)
  expect(map.has('other 0')).toBe(false)
})

it('makes a missing value once; one that fails is not kept', () => {
  const map = new BoundedMap<string, string>(4)
  const make = vi.fn(() => '')
  expect([map.of('blank', make), map.of('blank', make)]).toEqual(['', ''])
  expect(make).toHaveBeenCalledOnce()
  const fail = () => {
    throw new Error('no')
  }
  expect(() => map.of('x', fail)).toThrow('no')
  expect(map.has('x')).toBe(false)
})
