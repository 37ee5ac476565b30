import { expect, test } from 'vitest'
import { type Delta, merged } from './delta.ts'

test('deltas of one name are added up, and kinds do not mix', () => {
  const deltas: Delta[] = [
    { kind: 'client', name: 'a', up: 1, down: 2 },
    { kind: 'inbound', name: 'a', up: 4, down: 0 },
    { kind: 'client', name: 'a', up: 10, down: 20 },
  ]
  expect(merged(deltas)).toEqual([
    { kind: 'client', name: 'a', up: 11, down: 22 },
    { kind: 'inbound', name: 'a', up: 4, down: 0 },
  ])
  expect(deltas[0]).toEqual({ kind: 'client', name: 'a', up: 1, down: 2 })
})

test('a sum stays a number that arithmetic holds', () => {
  const most = Number.MAX_SAFE_INTEGER
  const delta: Delta = { kind: 'client', name: 'a', up: most, down: 1 }
  expect(merged([delta, delta])).toEqual([{ kind: 'client', name: 'a', up: most, down: 2 }])
})
