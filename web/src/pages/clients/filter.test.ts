import { expect, it } from 'vitest'
import { filterOf, tokensOf, typedValue, wantedOf, withFilter, withoutFilter, withoutKind } from './filter.ts'

const now = Date.parse('2026-11-15T00:00:00')
const read = (query: string) => wantedOf(tokensOf(query, now))
const day = 86_400_000

it.each([
  ['alice', { search: 'alice' }],
  ['status:expiring group:gold used>50gb', { filter: 'expiring', group: 'gold', usageFrom: 50 * 1024 ** 3 }],
  ['group:"my friends" bob smith', { group: 'my friends', search: 'bob smith' }],
  ['used<1.5TB', { usageTo: 1.5 * 1024 ** 4 }],
  ['used>10', { usageFrom: 10 * 1024 ** 3 }],
  ['plan:basic used>90%', { plan: 'basic', usedPercentFrom: 90 }],
  ['plan:"Gold 30" used<=5%', { plan: 'Gold 30', usedPercentTo: 5 }],
  ['left<2gb', { leftTo: 2 * 1024 ** 3 }],
  ['left<10%', { usedPercentFrom: 90 }],
  ['used>=1gb', { usageFrom: 1024 ** 3 }],
  ['expires<7d', { expiryFrom: now, expiryTo: now + 7 * day }],
  ['expires>2w', { expiryFrom: now + 14 * day }],
  ['expires<2026-11-20', { expiryFrom: now, expiryTo: now + 5 * day }],
  ['inbound:3,4 protocol:VLESS', { inbound: '3,4', protocol: 'vless' }],
  ['node:0,7 node:far', { node: '0,7', search: 'node:far' }],
  ['renew:yes telegram:no comment:yes', { autoRenew: true, hasTgId: false, hasComment: true }],
  ['status:ended', { filter: 'depleted' }],
  ['status:expired', { filter: 'expired' }],
  ['status:spent', { filter: 'spent' }],
  ['status:Disabled', { filter: 'deactive' }],
  ['status:asleep used>lots http://x', { search: 'status:asleep used>lots http://x' }],
  ['  ', {}],
])('parses %s', (query, wanted) => {
  expect(read(query)).toEqual(wanted)
})

it('names what looks like a filter and is none', () => {
  const unknown = tokensOf('bob colour:red used>lots used>5000% status:asleep https://x a:', now).filter(
    ({ isUnknown }) => isUnknown,
  )
  expect(unknown.map(({ text }) => text)).toEqual(['colour:red', 'used>lots', 'used>5000%', 'status:asleep'])
})

it('keeps one filter of each kind and removes them again', () => {
  expect(withFilter('bob status:online', 'status:expiring', now)).toBe('bob status:expiring')
  expect(withFilter('used<9gb', 'used>1gb', now)).toBe('used<9gb used>1gb')
  expect(withoutFilter('bob status:online', 'status:online', now)).toBe('bob')
})

it('quotes a value with a space', () => {
  expect(filterOf('group', 'my friends')).toBe('group:"my friends"')
  expect(read(filterOf('group', 'my friends'))).toEqual({ group: 'my friends' })
})

it('reads and removes one kind of filter', () => {
  const query = 'bob group:"my friends" used>5gb used<9gb'
  expect(typedValue(query, 'group:', now)).toBe('my friends')
  expect(typedValue(query, 'used>', now)).toBe('5gb')
  expect(typedValue(query, 'status:', now)).toBe('')
  expect(withoutKind(query, 'used>', now)).toBe('bob group:"my friends" used<9gb')
})
