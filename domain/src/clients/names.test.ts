import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkEmail, checkSubId, emailKey } from './field-rules.ts'

describe('P24: names with a slash, a space or a control character are refused', () => {
  const bad = [
    '',
    'a/b',
    'a\\b',
    'a b',
    'a\tb',
    'a\u00a0b',
    'a\u2003b',
    'a\u0000',
    'a\u007f',
    'a>b',
    'a<b',
    `a"b`,
    `a'b`,
    'a`b',
    'a\ud800',
    '.',
    '..',
    '%2e',
    '%2E.',
  ]
  test.each([...bad, 'x'.repeat(255)])('%j', (value) => {
    expect(() => checkEmail(value)).toThrow(expect.objectContaining({ name: 'Refusal', field: 'email' }))
    expect(() => checkSubId(value, 'settings.clients[1].subId')).toThrow(
      expect.objectContaining({ field: 'settings.clients[1].subId' }),
    )
  })
  test.each(['ann', 'Ann@Example.org', 'کاربر', 'a+b_c-d.e', 'x'.repeat(254), '用户1', 'a|b'])(
    '%s is taken',
    (value) => {
      expect(checkEmail(value)).toBe(value)
    },
  )
})

describe('a name is a part of a path', () => {
  const tricky = [
    '.',
    '%',
    '2',
    'e',
    'E',
    '5',
    ';',
    '?',
    '#',
    '&',
    '+',
    ':',
    '@',
    '=',
    '~',
    '|',
    '*',
    'é',
    '\u200c',
    '\ud800',
  ]
  const name = fc.oneof(
    fc.string({ unit: fc.constantFrom(...tricky), minLength: 1, maxLength: 6 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
  )
  const isTaken = (value: string) => {
    try {
      return checkEmail(value) === value && checkSubId(value) === value
    } catch {
      return false
    }
  }
  test('whatever is taken comes back from a URL as it went in', () => {
    fc.assert(
      fc.property(name, (value) => {
        fc.pre(isTaken(value))
        const { pathname, search, hash } = new URL(`http://host/sub/${encodeURIComponent(value)}/more`)
        expect([search, hash]).toEqual(['', ''])
        expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'sub', value, 'more'])
      }),
      { numRuns: 500 },
    )
  })
  test.each(['...', '.a', 'a.', '..a', '%2f', '%2e%2e%2e'])('%s is taken', (value) => {
    expect(isTaken(value)).toBe(true)
  })
})

describe('P23: uniqueness ignores case as the core does', () => {
  test.each([
    ['Ann', 'aNN'],
    ['\u0130stanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδοσ'],
  ])('%s and %s are one', (a, b) => {
    expect(emailKey(a)).toBe(emailKey(b))
  })
  // Tries every character of these two planes; no character above them has a case.
  test('a key is its own key', () => {
    for (let first = 0; first <= 0x1ffff; first += 0x1000) {
      const all = String.fromCodePoint(...Array.from({ length: 0x1000 }, (_, i) => first + i))
      expect(emailKey(emailKey(all))).toBe(emailKey(all))
    }
  })
})
