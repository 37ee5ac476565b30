import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clientMatcher,
  clientOf,
  coreUserName,
  onInbound,
  readCoreUser,
  withAddress,
  withoutInbound,
} from './user-names.ts'

type Id = number | undefined
test.each<[string, Id, Id, Id]>([
  ['ann', undefined, undefined, undefined],
  ['7/ann', 7, undefined, undefined],
  ['-7/ann', -7, undefined, undefined],
  ['@12/ann', undefined, undefined, 12],
  ['7@12/ann', 7, undefined, 12],
  ['+3/ann', undefined, 3, undefined],
  ['+3@12/ann', undefined, 3, 12],
  ['-7+3@12/ann', -7, 3, 12],
])('%s is the client ann, on device %s, with the key of address %s, on inbound %s', (name, ...parts) => {
  const [device, address, inbound] = parts
  expect(readCoreUser(name)).toEqual({ email: 'ann', device, address, inbound })
  expect(coreUserName({ email: 'ann', device, address, inbound })).toBe(name)
})

test.each([
  'check/in-1',
  'placeholder/in-1',
  '/ann',
  '@/ann',
  'ann@x.org',
  '7@/ann',
  '+/ann',
  '3+/ann',
  '@1+2/ann',
])('%s is a name of its own', (name) => {
  expect(clientOf(name)).toBe(name)
})

test('a name can be put on an inbound and taken off again', () => {
  expect(['ann', '7/ann', '7@3/ann'].map((name) => onInbound(name, 12))).toEqual([
    '@12/ann',
    '7@12/ann',
    '7@12/ann',
  ])
  const names = ['ann', '@12/ann', '7@12/ann', '+3@12/ann']
  expect(names.map(withoutInbound)).toEqual(['ann', 'ann', '7/ann', '+3/ann'])
  expect(withAddress('7@12/ann', 3)).toBe('7+3@12/ann')
})

test('whatever the parts are, they are read again', () => {
  const id = fc.option(fc.integer({ min: 0, max: 1e12 }), { nil: undefined })
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z.@+-]{1,20}$/), id, id, id, (email, device, address, inbound) => {
      const user = { email, device, address, inbound }
      expect(readCoreUser(coreUserName(user))).toEqual(user)
    }),
  )
})

test('a rule matches all names of a client and none of another', () => {
  const expression = new RegExp(clientMatcher(['ann', 'b.b']).replace(/^regexp:\(\?i\)/, ''), 'i')
  const names = ['7/ann', '@12/ANN', '7@12/b.b', 'ann', '7/annx', '@12/bxb', 'x@12/ann', '+3@12/ann', '+/ann']
  expect(names.filter((name) => expression.test(name))).toEqual(['7/ann', '@12/ANN', '7@12/b.b', '+3@12/ann'])
})
