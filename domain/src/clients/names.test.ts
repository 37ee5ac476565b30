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
  // Each character counts by itself, so all of them are tried; none above these two planes has a case.
  test('a key is its own key', () => {
    for (let first = 0; first <= 0x1ffff; first += 0x1000) {
      const all = String.fromCodePoint(...Array.from({ length: 0x1000 }, (_, i) => first + i))
      expect(emailKey(emailKey(all))).toBe(emailKey(all))
    }
  })
})
