import { expect, test } from 'vitest'
import { runsHere, runsOn, runTogether } from './runs-on.ts'

test('an inbound runs here or on its node', () => {
  expect(runsOn({ nodeId: null })).toEqual({ kind: 'here' })
  expect(runsOn({ nodeId: 7 })).toEqual({ kind: 'node', node: 7 })
  expect([runsHere({ nodeId: null }), runsHere({ nodeId: 7 })]).toEqual([true, false])
})

test.each([
  [null, null, true],
  [null, 1, false],
  [1, null, false],
  [1, 1, true],
  [1, 2, false],
])('%s and %s share a machine: %s', (a, b, together) => {
  expect(runTogether({ nodeId: a }, { nodeId: b })).toBe(together)
})
