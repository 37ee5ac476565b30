import { expect, it } from 'vitest'
import { createLookupCache } from './lookup-cache.ts'

const lookUps = (answers: (string | null)[]) => {
  let asked = 0
  return { find: () => answers[asked++] ?? null, asked: () => asked }
}

it('queries again after any commit', () => {
  let version = 1
  const cached = createLookupCache<string>({ dataVersion: () => version })
  const { find, asked } = lookUps(['ann', 'bob', null])
  expect([cached('a', find), cached('a', find), asked()]).toEqual(['ann', 'ann', 1])
  version++
  expect([cached('a', find), asked()]).toEqual(['bob', 2])
  version++
  expect([cached('a', find), asked()]).toEqual([null, 3])
})

it('does not cache misses, nor more than its limit', () => {
  const cached = createLookupCache<string>({ dataVersion: () => 1 })
  const { find, asked } = lookUps([null, 'late'])
  expect([cached('a', find), cached('a', find), asked()]).toEqual([null, 'late', 2])
  for (let i = 0; i < 2_000; i++) cached(`key ${i}`, () => 'somebody')
  let again = 0
  for (let i = 0; i < 2_000; i++) {
    cached(`key ${i}`, () => {
      again++
      return 'somebody'
    })
  }
  expect(again).toBeGreaterThanOrEqual(1_000)
})

it('always queries an engine without a data version', () => {
  const cached = createLookupCache<string>({})
  const { find, asked } = lookUps(['ann', 'bob'])
  expect([cached('a', find), cached('a', find), asked()]).toEqual(['ann', 'bob', 2])
})
