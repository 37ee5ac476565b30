import { describe, expect, it } from 'vitest'
import { coded } from '#domain/refusal.ts'
import { downSince, isWell } from './load-order.ts'
import { type NodeFacts, needsOfNode } from './needs.ts'

const now = 1_800_000_000_000
const minute = 60_000
const well: NodeFacts = {
  name: 'Oslo',
  enable: true,
  status: 'online',
  coreState: 'running',
  coreError: '',
  error: undefined,
  lastAnswer: now,
  refused: 0,
  refusedSince: 0,
  refusal: undefined,
  behind: 0,
  behindSince: 0,
  roundError: undefined,
  noticed: undefined,
}
const codes = (facts: Partial<NodeFacts>) =>
  needsOfNode({ ...well, ...facts }, now).map(({ what }) => what.code)
const offline = (error: NodeFacts['error']) => codes({ status: 'offline', error })

describe('what a node needs', () => {
  it('is nothing while it is well, new or disabled', () => {
    expect(codes({})).toEqual([])
    expect(codes({ status: 'unknown' })).toEqual([])
    expect(codes({ status: 'offline', enable: false, behind: 3 })).toEqual([])
    expect(codes({ behind: 3, behindSince: now - minute })).toEqual([]) // on their way
  })

  it('is said by its cause while it is offline', () => {
    expect(offline(coded('egress.unreachable', { host: 'h' }))).toEqual(['node-need.offline'])
    expect(offline(undefined)).toEqual(['node-need.offline'])
    expect(offline(coded('egress.pin-mismatch', { host: 'h' }))).toEqual(['node-need.certificate'])
    expect(offline(coded('egress.certificate-expired', { host: 'h' }))).toEqual(['node-need.certificate'])
    expect(offline(coded('node.same-as-another', { name: 'x' }))).toEqual(['node-need.same-panel'])
    expect(offline(coded('node.is-this-panel'))).toEqual(['node-need.same-panel'])
    expect(offline(coded('node.token-refused', { host: 'h' }))).toEqual(['node-need.token'])
    expect(offline(coded('node.is-above'))).toEqual(['node-need.above'])
  })

  it('is a stopped core, refused changes, or changes that do not arrive', () => {
    expect(codes({ coreState: 'stop', refused: 2, behind: 5 })).toEqual([
      'node-need.core-down',
      'node-need.refused',
    ])
    expect(codes({ coreState: '' })).toEqual([]) // it does not say
    expect(codes({ noticed: coded('node.strangers', { count: 2 }) })).toEqual(['node-need.odd'])
    expect(codes({ behind: 5, behindSince: now - 11 * minute })).toEqual(['node-need.behind'])
  })
})

it('a node is down since its last answer, or since its stopped core was first seen', () => {
  const health = { enable: true, status: 'online', coreState: 'running', lastAnswer: 100 }
  expect(downSince(health, 500)).toBeUndefined()
  expect(downSince({ ...health, status: 'offline' }, 500)).toBe(100)
  expect(downSince({ ...health, status: 'offline' }, 40)).toBe(40) // its core was off before
  expect(downSince({ ...health, coreState: 'error' }, 500)).toBe(500)
  expect(isWell({ ...health, enable: false, status: 'offline' })).toBe(true)
})
