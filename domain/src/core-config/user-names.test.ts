import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clientMatcher,
  clientOf,
  coreUserName,
  onInbound,
  readCoreUser,
  withoutInbound,
} from './user-names.ts'

test.each([
  ['ann', undefined, undefined],
  ['7/ann', 7, undefined],
  ['-7/ann', -7, undefined],
  ['@12/ann', undefined, 12],
  ['7@12/ann', 7, 12],
])('%s is the client ann, on device %s and inbound %s', (name, device, inbound) => {
  expect(readCoreUser(name)).toEqual({ email: 'ann', device, inbound })
  expect(coreUserName({ email: 'ann', device, inbound })).toBe(name)
})

test.each(['check/in-1', 'placeholder/in-1', '/ann', '@/ann', 'ann@x.org', '7@/ann'])(
  '%s is a name of its own',
  (name) => {
    expect(clientOf(name)).toBe(name)
  },
)

test('a name can be put on an inbound and taken off again', () => {
  expect(['ann', '7/ann', '7@3/ann'].map((name) => onInbound(name, 12))).toEqual([
    '@12/ann',
    '7@12/ann',
    '7@12/ann',
  ])
  expect(['ann', '@12/ann', '7@12/ann'].map(withoutInbound)).toEqual(['ann', 'ann', '7/ann'])
})

test('whatever the parts are, they are read again', () => {
  const id = fc.option(fc.integer({ min: 0, max: 1e12 }), { nil: undefined })
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z.@+-]{1,20}$/), id, id, (email, device, inbound) => {
      expect(readCoreUser(coreUserName({ email, device, inbound }))).toEqual({ email, device, inbound })
    }),
  )
})

test('a rule matches all names of a client and none of another', () => {
  const expression = new RegExp(clientMatcher(['ann', 'b.b']).replace(/^regexp:\(\?i\)/, ''), 'i')
  const names = ['7/ann', '@12/ANN', '7@12/b.b', 'ann', '7/annx', '@12/bxb', 'x@12/ann']
  expect(names.filter((name) => expression.test(name))).toEqual(['7/ann', '@12/ANN', '7@12/b.b'])
})
