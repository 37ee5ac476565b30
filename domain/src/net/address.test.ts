import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addressBytes,
  bracketed,
  hostPort,
  isIp,
  plainAddress,
  splitHostPort,
  unbracketed,
} from './address.ts'

test('a zone is not part of the address', () => {
  expect(addressBytes('fe80::1%eth0')).toEqual(addressBytes('fe80::1'))
  expect(addressBytes('fe80::1%a%b')).toBeUndefined()
  expect([isIp('fe80::1%eth0'), isIp('fe80::1')]).toEqual([false, true])
})

test.each([
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::1.2.3.4', '::102:304'],
  ['2001:DB8:0::0001', '2001:db8::1'],
])('%s is written %s', (text, plain) => {
  expect(plainAddress(addressBytes(text) ?? [])).toBe(plain)
})

test.each([
  ['a.example', 'a.example', ''],
  ['a.example:443', 'a.example', '443'],
  ['[::1]', '::1', ''],
  ['[::1]:443', '::1', '443'],
  ['::1', '::1', ''],
  ['a:b', 'a:b', ''],
  ['a:443:b', 'a:443:b', ''],
  ['[::1', '[::1', ''],
  ['', '', ''],
])('%j is host %j and port %j', (text, host, port) => {
  expect(splitHostPort(text)).toEqual({ host, port })
})

test('an address survives being joined with a port', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.domain()), fc.nat({ max: 65_535 }), (host, port) => {
      expect(splitHostPort(hostPort(host, port))).toEqual({ host, port: String(port) })
      expect(unbracketed(bracketed(host))).toBe(host)
    }),
  )
})
