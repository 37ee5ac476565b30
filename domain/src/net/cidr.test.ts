import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import { parseCidrList } from './cidr.ts'

test('the default list trusts loopback in every spelling and nobody else', () => {
  const list = parseCidrList('127.0.0.1/32,::1/128')
  expect(
    ['127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::1', '0:0:0:0:0:0:0:1'].map(list.contains),
  ).toEqual(Array(5).fill(true))
  expect(['127.0.0.2', '::2', '::127.0.0.1', '10.0.0.1'].map(list.contains)).toEqual(Array(4).fill(false))
})

test.each(['', ' ', ',', '\n, ,'])('an empty list trusts nobody: %j', (text) => {
  const list = parseCidrList(text)
  expect(list.entries).toEqual([])
  expect(list.contains('127.0.0.1')).toBe(false)
})

test('single addresses, host bits, blanks and lines are read', () => {
  const list = parseCidrList(' 192.0.2.7\n10.1.2.3/8 , 2001:db8::/33')
  expect(list.contains('192.0.2.7')).toBe(true)
  expect(list.contains('192.0.2.8')).toBe(false)
  expect(list.contains('10.255.255.255')).toBe(true)
  expect(list.contains('2001:db8:7fff::1')).toBe(true)
  expect(list.contains('2001:db8:8000::1')).toBe(false)
})

test('a mapped entry is its IPv4 range', () => {
  const list = parseCidrList('::ffff:10.0.0.0/104')
  expect(list.contains('10.200.0.1')).toBe(true)
  expect(list.contains('::ffff:10.200.0.1')).toBe(true)
  expect(list.contains('11.0.0.1')).toBe(false)
})

test('each family has its own whole', () => {
  expect(parseCidrList('0.0.0.0/0').contains('::1')).toBe(false)
  expect(parseCidrList('0.0.0.0/0').contains('::ffff:8.8.8.8')).toBe(true)
  expect(parseCidrList('::/0').contains('8.8.8.8')).toBe(false)
  expect(parseCidrList('::/0').contains('2a00::1')).toBe(true)
})

test('what is not an address is in no list', () => {
  const list = parseCidrList('0.0.0.0/0,::/0')
  for (const text of ['', 'localhost', '1.2.3', '[::1]', '1.2.3.4:80', 'unknown']) {
    expect(list.contains(text)).toBe(false)
  }
})

test.each([
  '10.0.0.0/33',
  '::/129',
  '10.0.0/8',
  '010.0.0.1',
  '10.0.0.0/',
  '10.0.0.0/08',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
  'proxy.example.com',
  'fe80::1%eth0',
  '::ffff:010.0.0.1',
  '*',
])('a bad entry is refused by name: %s', (entry) => {
  expect(() => parseCidrList(`127.0.0.1,${entry}`, 'trustedProxyCIDRs')).toThrow(Refusal)
  try {
    parseCidrList(`127.0.0.1,${entry}`, 'trustedProxyCIDRs')
  } catch (error) {
    expect(error).toMatchObject({
      field: 'trustedProxyCIDRs',
      message: expect.stringContaining(`"${entry}"`),
    })
  }
})

test('an IPv4 range agrees with arithmetic', () => {
  const v4 = fc.nat({ max: 0xffffffff })
  const dotted = (n: number) => [24, 16, 8, 0].map((s) => (n >>> s) & 255).join('.')
  fc.assert(
    fc.property(v4, v4, fc.integer({ min: 0, max: 32 }), (net, peer, bits) => {
      const size = 2 ** (32 - bits)
      const expected = Math.floor(net / size) === Math.floor(peer / size)
      const list = parseCidrList(`${dotted(net)}/${bits}`)
      expect(list.contains(dotted(peer))).toBe(expected)
      expect(list.contains(`::ffff:${dotted(peer)}`)).toBe(expected)
    }),
  )
})
