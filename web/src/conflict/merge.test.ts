import { expect, it } from 'vitest'
import { clashesOf, mergedValues } from './merge.ts'

it('names the fields that somebody else saved with another value, and takes what was chosen', () => {
  const base = { port: 1, remark: 'a', total: 0, tag: 't' }
  const theirs = { port: 2, remark: 'b', total: 0, tag: 'x' }
  const mine = { port: 3, remark: 'a', total: 9, tag: 'x' }
  expect(clashesOf(base, theirs, mine)).toEqual([
    { key: 'port', theirs: 2, mine: 3, both: true },
    { key: 'remark', theirs: 'b', mine: 'a', both: false },
  ])
  expect(mergedValues(mine, theirs, new Set(['remark']))).toEqual({
    port: 3,
    remark: 'b',
    total: 9,
    tag: 'x',
  })
})
