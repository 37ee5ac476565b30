import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkEmail, checkSubId, emailKey } from './names.ts'

describe('property 24: names with a slash, a space or a control character are refused', () => {
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

describe('property 23: uniqueness ignores case as the core does', () => {
  test.each([
    ['Ann', 'aNN'],
    ['\u0130stanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδοσ'],
  ])('%s and %s are one', (a, b) => {
    expect(emailKey(a)).toBe(emailKey(b))
  })
  test('a key is its own key', () => {
    // Any code point, also half a pair; fast-check's own `binary` takes seconds to set up.
    const unit = fc.integer({ min: 0, max: 0x10ffff }).map((n) => String.fromCodePoint(n))
    fc.assert(
      fc.property(fc.string({ unit }), (s) => {
        expect(emailKey(emailKey(s))).toBe(emailKey(s))
      }),
    )
  })
})
