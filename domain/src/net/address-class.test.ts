import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classifyAddress, classifyBytes, isPublic, specialRanges } from './address-class.ts'
import { parseCidr } from './cidr.ts'

function rangeOf(text: string) {
  const cidr = parseCidr(text)
  if (!cidr) throw new Error(text)
  const width = cidr.bytes.length * 8
  const first = cidr.bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  return { width, first, last: first + (1n << BigInt(width - cidr.bits)) - 1n }
}

function bytesOf(value: bigint, width: number): number[] {
  return Array.from({ length: width / 8 }, (_, i) => Number((value >> BigInt(width - 8 - i * 8)) & 255n))
}

describe.each(specialRanges)('%s', (text) => {
  const { width, first, last } = rangeOf(text)

  test('no address in it is public', () => {
    expect(classifyBytes(bytesOf(first, width))).not.toBe('public')
    expect(classifyBytes(bytesOf(last, width))).not.toBe('public')
    fc.assert(
      fc.property(fc.bigInt({ min: first, max: last }), (value) => {
        expect(classifyBytes(bytesOf(value, width))).not.toBe('public')
      }),
      { numRuns: 50 },
    )
  })
})

// The addresses just before and after each range whose neighbours are public.
test.each([
  ['1.0.0.0', 'after 0/8'],
  ['9.255.255.255', 'before 10/8'],
  ['11.0.0.0', 'after 10/8'],
  ['100.63.255.255', 'before 100.64/10'],
  ['100.128.0.0', 'after 100.64/10'],
  ['126.255.255.255', 'before 127/8'],
  ['128.0.0.0', 'after 127/8'],
  ['168.63.129.15', 'before the platform address'],
  ['168.63.129.17', 'after the platform address'],
  ['169.253.255.255', 'before 169.254/16'],
  ['169.255.0.0', 'after 169.254/16'],
  ['172.15.255.255', 'before 172.16/12'],
  ['172.32.0.0', 'after 172.16/12'],
  ['191.255.255.255', 'before 192.0.0/24'],
  ['192.0.1.0', 'between 192.0.0/24 and 192.0.2/24'],
  ['192.0.3.0', 'after 192.0.2/24'],
  ['192.88.98.255', 'before 192.88.99/24'],
  ['192.88.100.0', 'after 192.88.99/24'],
  ['192.167.255.255', 'before 192.168/16'],
  ['192.169.0.0', 'after 192.168/16'],
  ['198.17.255.255', 'before 198.18/15'],
  ['198.20.0.0', 'after 198.18/15'],
  ['198.51.99.255', 'before 198.51.100/24'],
  ['198.51.101.0', 'after 198.51.100/24'],
  ['203.0.112.255', 'before 203.0.113/24'],
  ['203.0.114.0', 'after 203.0.113/24'],
  ['223.255.255.255', 'before multicast'],
  ['2001:200::', 'after 2001::/23'],
  ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', 'before 2001:db8::/32'],
  ['2001:db9::', 'after 2001:db8::/32'],
  ['2000:ffff::', 'before 2001::/23'],
  ['2001:ffff:ffff::', 'before 2002::/16'],
  ['2003::', 'after 2002::/16'],
  ['3ffe:ffff::', 'before 3fff::/20'],
  ['3fff:1000::', 'after 3fff::/20'],
  ['2606:4700:4700::1111', 'a well-known resolver'],
])('%s is public: %s', (address) => {
  expect(classifyAddress(address)).toBe('public')
  expect(isPublic(address)).toBe(true)
})

test.each([
  ['0.0.0.0', 'unspecified'],
  ['0.0.0.1', 'reserved'],
  ['127.255.255.255', 'loopback'],
  ['10.0.0.1', 'private'],
  ['100.100.100.200', 'cgnat'],
  ['169.254.169.254', 'link-local'],
  ['192.0.0.192', 'reserved'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.0', 'reserved'],
  ['255.255.255.254', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::2', 'compatible'],
  ['::8.8.8.8', 'compatible'],
  ['::ffff:8.8.8.8', 'mapped'],
  ['::ffff:0:8.8.8.8', 'mapped'],
  ['64:ff9b::8.8.8.8', 'nat64'],
  ['64:ff9b:1:ffff::1', 'nat64'],
  ['64:ff9b:2::1', 'reserved'],
  ['100::1', 'reserved'],
  ['2001:0:4136:e378::1', 'teredo'],
  ['2001:1::1', 'reserved'],
  ['2001:2::1', 'benchmark'],
  ['2001:20::1', 'reserved'],
  ['2002:808:808::1', '6to4'],
  ['2a00:1450::5efe:10.0.0.1', 'isatap'],
  ['2a00:1450::200:5efe:10.0.0.1', 'isatap'],
  ['1fff:ffff::', 'reserved'],
  ['4000::', 'reserved'],
  ['5f00::1', 'reserved'],
  ['fd00:ec2::254', 'ula'],
  ['fe80::1%eth0', 'link-local'],
  ['fec0::1', 'private'],
  ['ff02::1', 'multicast'],
])('%s is %s', (address, expected) => {
  expect(classifyAddress(address)).toBe(expected)
})

test.each(['', 'localhost', '8.8.8', '134744072', '0x8.8.8.8', '08.8.8.8', '8.8.8.8.', '[::1]', '8.8.8.256'])(
  'text that is not one plain address is never public: %s',
  (text) => expect(classifyAddress(text)).toBe('invalid'),
)

test('no IPv6 address that carries an IPv4 one is public, whatever it carries', () => {
  const v4 = fc.uint8Array({ minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(v4, ([a = 0, b = 0, c = 0, d = 0]) => {
      const dotted = `${a}.${b}.${c}.${d}`
      const hex = [a, b, c, d].map((n) => n.toString(16).padStart(2, '0')).join('')
      const pair = `${hex.slice(0, 4)}:${hex.slice(4)}`
      for (const text of [`::${dotted}`, `::ffff:${dotted}`, `64:ff9b::${dotted}`, `2002:${pair}::`]) {
        expect(isPublic(text)).toBe(false)
      }
    }),
  )
})

test('bytes that are neither 4 nor 16 are never public', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20 }), (bytes) => {
      if (bytes.length !== 4 && bytes.length !== 16) expect(classifyBytes(bytes)).toBe('invalid')
    }),
  )
})
