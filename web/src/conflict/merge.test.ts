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

it('compares the fields of a block one by one, and takes one of them without the others', () => {
  const base = { settings: { a: 1, b: { c: 1, d: 1 } }, expiry: { kind: 'never' } }
  const theirs = { settings: { a: 2, b: { c: 2, d: 1 } }, expiry: { kind: 'date' } }
  const mine = { settings: { a: 3, b: { c: 1, d: 9 } }, expiry: { kind: 'first' } }
  expect(clashesOf(base, theirs, mine, ['settings'])).toEqual([
    { key: 'settings.a', theirs: 2, mine: 3, both: true },
    { key: 'settings.b.c', theirs: 2, mine: 1, both: false },
    { key: 'expiry', theirs: { kind: 'date' }, mine: { kind: 'first' }, both: true },
  ])
  expect(mergedValues(mine, theirs, new Set(['settings.b.c']))).toEqual({
    settings: { a: 3, b: { c: 2, d: 9 } },
    expiry: { kind: 'first' },
  })
})
