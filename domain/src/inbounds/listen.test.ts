import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkListen } from './form/validate.ts'
import { canonicalListen, dialAddress, listensOverlap } from './listen.ts'

describe('listen addresses', () => {
  test.each([
    ['', '10.0.0.1', true],
    ['0.0.0.0', '::1', true],
    ['::', '10.0.0.1', true],
    ['::0', '', true],
    ['0:0:0:0:0:0:0:0', '127.0.0.1', true],
    ['10.0.0.1', '10.0.0.1', true],
    ['10.0.0.1', '10.0.0.2', false],
    ['::1', '0:0::1', true],
    ['[::1]', '::1', true],
    ['2001:DB8::1', '2001:db8:0::1', true],
    ['::ffff:10.0.0.1', '10.0.0.1', true],
    ['::1', '127.0.0.1', false],
    ['/run/a.sock', '', false],
    ['/run/a.sock', '/run/a.sock', true],
    ['@a', '@b', false],
  ])('%j and %j overlap: %s', (a, b, overlap) => {
    expect(listensOverlap(a, b)).toBe(overlap)
    expect(listensOverlap(b, a)).toBe(overlap)
  })
  test.each(['example.org', 'localhost', '10.0.0', '10.0.0.256', '::g', '1', 'a b'])(
    '%j is refused',
    (listen) => {
      expect(() => checkListen(listen)).toThrow(expect.objectContaining({ field: 'listen' }))
    },
  )
  test('one spelling per address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (ip) => {
        const once = canonicalListen(ip)
        expect(canonicalListen(once)).toBe(once)
        expect(listensOverlap(ip, once)).toBe(true)
      }),
    )
  })
  test.each([
    ['', '127.0.0.1:80'],
    ['::', '127.0.0.1:80'],
    ['10.0.0.1', '10.0.0.1:80'],
    ['2001:db8::1', '[2001:db8::1]:80'],
    ['@sock', '@sock'],
    ['/run/x.sock', '/run/x.sock'],
  ])('%j is dialled at %s', (listen, address) => {
    expect(dialAddress(listen, 80)).toBe(address)
  })
})
