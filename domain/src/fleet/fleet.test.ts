import { describe, expect, it, test } from 'vitest'
import { allAtOnce } from '#domain/steps.ts'
import { hashOf } from '../content-version.ts'
import { canonical, tagOnNode } from './inbound-plan.ts'
import { snapshotSteps } from './snapshot.ts'
import { type Account, counted, grantedLimit, leastSlice } from './sums.ts'

test('blank and absent are one configuration, and the order of keys is none', () => {
  expect(canonical({ b: 1, a: { c: '', d: [], e: null } })).toBe(canonical({ b: 1 }))
  expect(canonical({ a: [1, null], b: false })).toBe(canonical({ b: false, a: [1, ''] }))
  expect(canonical({ a: 0 })).not.toBe(canonical({}))
  expect(hashOf('a')).not.toBe(hashOf('b'))
})

test('a tag at the centre may begin with the node', () => {
  expect([tagOnNode('n3-inbound-1', 3), tagOnNode('n3-inbound-1', 33), tagOnNode('n3-', 3)]).toEqual([
    'inbound-1',
    'n3-inbound-1',
    'n3-',
  ])
})

describe('sums', () => {
  it.each([
    [
      { up: 5, down: 5 },
      { up: 8, down: 5 },
      { up: 3, down: 0 },
    ],
    [
      { up: 5, down: 5 },
      { up: 5, down: 5 },
      { up: 0, down: 0 },
    ],
    [
      { up: 5, down: 5 },
      { up: 1, down: 9 },
      { up: 0, down: 4 },
    ],
    [
      { up: 0, down: 0 },
      { up: -3, down: 2 ** 60 },
      { up: 0, down: Number.MAX_SAFE_INTEGER },
    ],
  ])('%j then %j adds %j', (before, now, added) => {
    expect(counted(before, now).added).toEqual(added)
    expect(counted(counted(before, now).baseline, now).added).toEqual({ up: 0, down: 0 })
  })
})

describe('allowances', () => {
  const GB = 2 ** 30
  const account = (over: Partial<Account> = {}): Account => ({
    quota: 10 * GB,
    used: 0,
    nodeUsed: 0,
    granted: 0,
    places: 2,
    ...over,
  })

  it('no quota, no limit; one place gets everything that is left', () => {
    expect(grantedLimit(account({ quota: 0 }))).toBe(0)
    expect(grantedLimit(account({ places: 1 }))).toBe(10 * GB)
    expect(grantedLimit(account({ places: 1, used: 4 * GB, nodeUsed: 4 * GB, granted: 10 * GB }))).toBe(
      10 * GB,
    )
  })

  it('a slice stays until half of it is used, then there is a new one', () => {
    const granted = grantedLimit(account())
    expect(granted).toBe(2.5 * GB)
    expect(grantedLimit(account({ used: GB, nodeUsed: GB, granted }))).toBe(granted)
    expect(grantedLimit(account({ used: 2 * GB, nodeUsed: 2 * GB, granted }))).toBe(4 * GB)
  })

  it('a slice never exceeds what is left', () => {
    const granted = 2.5 * GB
    const left = leastSlice / 2
    expect(grantedLimit(account({ used: 10 * GB - left, granted }))).toBe(left)
    expect(grantedLimit(account({ used: 11 * GB, nodeUsed: GB, granted }))).toBe(GB)
    expect(grantedLimit(account({ used: 11 * GB, nodeUsed: 3 * GB, granted }))).toBe(granted) // used up anyway
    expect(grantedLimit(account({ used: 11 * GB }))).toBe(1) // 0 would be no limit
    // Bytes that count twice: half as many are left. Free ones: as many as a number holds.
    expect(grantedLimit(account({ places: 1, used: 4 * GB, rate: 200 }))).toBe(3 * GB)
    expect(grantedLimit(account({ places: 1, rate: 50 }))).toBe(20 * GB)
    expect(grantedLimit(account({ places: 1, used: 4 * GB, rate: 0 }))).toBe(Number.MAX_SAFE_INTEGER)
  })
})

describe('a snapshot', () => {
  it('reads texts and objects, and leaves out what it cannot read', () => {
    const settings = {
      clients: [{ email: 'Ann', subId: 's' }, null, { email: 'Bob' }, { email: 3 }],
      decryption: 'none',
    }
    const snapshot = allAtOnce(
      snapshotSteps([
        null,
        { id: 'x', tag: 'a' },
        {
          id: 1,
          tag: 'a',
          settings: JSON.stringify(settings),
          clientStats: [{ email: 'ann', up: 5, down: 0 }],
        },
        {
          id: 2,
          tag: 'b',
          settings,
          clientStats: [
            { email: 'Ann', up: 3, down: 1 },
            { email: 'stranger', up: 9 },
            { email: 'Bob', up: 9, down: 2 ** 60 },
            { email: 'Bob', up: 9, down: 9 },
          ],
        },
        { id: 3, tag: 'c', settings: '{"clients":', streamSettings: 7, clientStats: 'none' },
      ]),
    )
    expect([...(snapshot?.inbounds.keys() ?? [])]).toEqual(['a', 'b', 'c'])
    expect(snapshot?.inbounds.get('a')?.settings).toEqual({ decryption: 'none' })
    expect([...(snapshot?.clients.values() ?? [])]).toMatchObject([
      { email: 'Ann', subId: 's', sums: { up: 5, down: 1 } },
      { email: 'Bob', sums: undefined },
    ])
    expect([...(snapshot?.uncountable ?? [])]).toEqual(['bob'])
    expect(allAtOnce(snapshotSteps('<html>'))).toBeUndefined()
  })
})
