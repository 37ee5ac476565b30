import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasEnded } from '#domain/clients/enable.ts'
import { isDepleted } from '#domain/clients/status.ts'
import { directions, serviceOf } from './service.ts'

const now = 1_800_000_000_000
const bytes = fc.oneof(fc.constant(0), fc.nat(100))
const end = fc.oneof(fc.constant(0), fc.integer({ min: now - 5, max: now + 5 }))
const own = fc.record({ quota: bytes, used: bytes, expiryTime: fc.oneof(end, fc.constant(-86_400_000)) })
const shared = fc.record({ quota: bytes, used: bytes, expiryTime: end, group: fc.constant('family') })

describe('what ends a client’s service', () => {
  test('has ended exactly when the tick ends the client', () => {
    fc.assert(
      fc.property(own, fc.option(shared, { nil: undefined }), (mine, group) => {
        const { used, total, expiryTime } = serviceOf(mine, group)
        const client = { totalGB: mine.quota, expiryTime: mine.expiryTime }
        expect(isDepleted({ used, quota: total, expiryTime }, now)).toBe(
          hasEnded(client, mine.used, now, { shared: group }),
        )
      }),
    )
  })

  test('is the quota of which less is left, and the earlier end', () => {
    const mine = { quota: 100, used: 10, expiryTime: 0 }
    const group = { quota: 500, used: 480, expiryTime: now, group: 'family' }
    const theirs = { used: 480, total: 500, expiryTime: now, sharedBy: 'family' }
    expect(serviceOf(mine, group)).toEqual(theirs)
    expect(serviceOf({ ...mine, quota: 0 }, group)).toEqual(theirs)
    expect(serviceOf({ ...mine, used: 90 }, group)).toEqual({
      ...{ used: 90, total: 100, sharedBy: '' },
      expiryTime: now,
    })
    expect(serviceOf({ ...mine, expiryTime: now - 1 }, group).expiryTime).toBe(now - 1)
    expect(serviceOf(mine, { ...group, quota: 0, used: 0 })).toMatchObject({ total: 100, sharedBy: '' })
    expect(serviceOf(mine, undefined)).toEqual({ used: 10, total: 100, expiryTime: 0, sharedBy: '' })
  })

  test('what others used counts as download, and both sum up to what was used', () => {
    expect(directions(3, 10)).toEqual({ up: 3, down: 7 })
    expect(directions(3, 2)).toEqual({ up: 2, down: 0 })
  })
})
