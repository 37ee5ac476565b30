import { describe, expect, it } from 'vitest'
import {
  byHand,
  cellOf,
  followed,
  type Held,
  heldBy,
  idsIn,
  kept,
  leftOut,
  takenOver,
  withoutAct,
} from './held.ts'

const held = (attached: number[], given: number[] = [], without: number[] = []): Held => ({
  attached,
  given,
  without,
})
const wanted = (...ids: number[]) => new Set(ids)

describe('a client that follows', () => {
  it('gets what is named, and loses what was given and is named no longer', () => {
    expect(followed(held([1, 2], [2]), wanted(3))).toEqual(held([1, 3], [3]))
  })
  it('keeps what it has by hand when that is named, and when it is named no longer', () => {
    const named = followed(held([1]), wanted(1))
    expect(named).toEqual(held([1]))
    expect(followed(named, wanted())).toEqual(held([1]))
  })
  it('is not given what was taken away by hand', () => {
    expect(followed(held([1], [], [2]), wanted(2, 3))).toEqual(held([1, 3], [3], [2]))
  })
})

describe('by hand', () => {
  it('what is added stays, whatever is named', () => {
    const more = byHand(held([1], [1]), [1, 2], wanted(1))
    expect(followed(more, wanted())).toEqual(held([2]))
  })
  it('what is taken away is remembered only where it would come back', () => {
    expect(byHand(held([1, 2], [2]), [], wanted(2)).without).toEqual([2])
    expect(byHand(held([1, 2], [2]), [], wanted()).without).toEqual([])
  })
  it('taking away and attaching again is nothing', () => {
    const before = held([1, 2], [2])
    const less = followed(byHand(before, [1], wanted(2)), wanted(2))
    expect(followed(byHand(less, [1, 2], wanted(2)), wanted(2))).toEqual(before)
  })
  it('a new client has what its plan names from the plan, though the form lists it, too', () => {
    expect(byHand(held([]), [1, 2], wanted(2, 3))).toEqual(held([1, 2], [2]))
  })
})

it('what was given stays by hand where it is kept, and follows where it is taken over', () => {
  expect(followed(kept(held([1, 2], [1, 2]), wanted(1)), wanted(1))).toEqual(held([1, 2], [1]))
  expect(takenOver(held([1, 2, 3], [3]), wanted(1, 9))).toEqual(held([1, 2, 3], [1, 3]))
})

it('an attachment that cannot be made is neither attached nor given', () => {
  expect(leftOut(held([1, 2], [2], [3]), [2])).toEqual(held([1], [], [3]))
})

it('cells hold ids in order, each once, and forget inbounds that are gone', () => {
  expect(cellOf([3, 1, 3])).toBe('1,3')
  expect(idsIn('')).toEqual([])
  expect(heldBy({ givenInbounds: '1,9', withoutInbounds: '2' }, [1, 4])).toEqual(held([1, 4], [1], [2]))
})

it.each([
  // now, was, is: what is left when the act is undone
  ['1,2', '', '1', '2'],
  ['1', '1,2', '1', '1,2'],
  ['3', '1', '2', '1,3'],
  ['', '', '1', ''],
])('%j without the act from %j to %j is %j', (now, was, is, left) => {
  expect(withoutAct(now, was, is)).toBe(left)
})
