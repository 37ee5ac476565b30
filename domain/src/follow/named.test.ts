import { describe, expect, it } from 'vitest'
import { checkLabels } from '#domain/inbounds/labels.ts'
import { checkNamed, meantBy, sameNamed } from './named.ts'

const named = (inboundIds: number[], labels: string[] = [], followInbounds = true) => ({
  followInbounds,
  inboundIds,
  labels,
})

it('means inbounds by id and by any of its labels, and none unless clients follow', () => {
  const inbounds = [
    { id: 1, labels: [] },
    { id: 2, labels: ['eu', 'fast'] },
    { id: 3, labels: ['us'] },
  ]
  expect(meantBy(named([1, 9], ['fast', 'asia']), inbounds)).toEqual([1, 2])
  expect(meantBy(named([1], ['eu'], false), inbounds)).toEqual([])
})

it('is the same in any order, and while nobody follows', () => {
  expect(sameNamed(named([2, 1], ['b', 'a']), named([1, 2], ['a', 'b']))).toBe(true)
  expect(sameNamed(named([1]), named([2]))).toBe(false)
  expect(sameNamed(named([1], [], false), named([2], [], false))).toBe(true)
  expect(sameNamed(named([1]), named([1], [], false))).toBe(false)
})

describe('refuses', () => {
  it.each([
    [named([]), 'follow.nothing-named'],
    [named([1], ['eu'], false), 'follow.labels-alone'],
    [named([], ['a,b']), 'label.invalid'],
  ])('%j', (wish, code) => {
    expect(() => checkNamed(wish)).toThrow(expect.objectContaining({ code }))
  })
})

describe('labels', () => {
  it('are lower-cased, each once, in order', () => {
    expect(checkLabels([' Fast ', 'eu', 'EU', '', 'سریع'])).toEqual(['eu', 'fast', 'سریع'])
  })
  it.each([
    [['a b'], 'label.invalid'],
    [['<b>'], 'label.invalid'],
    [['a\u0000'], 'label.invalid'],
    [['x'.repeat(33)], 'label.too-long'],
    [Array.from({ length: 11 }, (_, i) => `l${i}`), 'label.too-many'],
  ])('%j are refused', (labels, code) => {
    expect(() => checkLabels(labels)).toThrow(expect.objectContaining({ code }))
  })
})
