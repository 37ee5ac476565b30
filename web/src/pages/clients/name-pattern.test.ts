import { expect, it } from 'vitest'
import { mostNames, namesOf } from './name-pattern.ts'

it.each([
  ['shop-{001}', 3, ['shop-001', 'shop-002', 'shop-003']],
  ['{98}@desk', 3, ['98@desk', '99@desk', '100@desk']],
  ['guest', 2, ['guest1', 'guest2']],
  ['a{1}b{2}', 1, ['a{1}b{2}1']],
  ['x{}', 1, ['x{}1']],
  [' spaced-{7} ', 1, ['spaced-7']],
  ['x', 0, []],
  ['x', Number.NaN, []],
])('%s, %d times', (pattern, count, names) => {
  expect(namesOf(pattern, count)).toEqual(names)
})

it('makes a bounded number of different names', () => {
  const names = namesOf('u{1}', 1e9)
  expect(new Set(names).size).toBe(mostNames)
})
