import { expect, it } from 'vitest'
import { argumentsOf, createFormat, parseMessage } from './icu.ts'

const english = createFormat('en-US')
const persian = createFormat('fa-IR')
const clients = '{count, plural, =0 {nobody} one {# client} other {# clients}} on {where}'

it('fills in arguments and formats numbers for the language', () => {
  expect(english('{used} of {total}', { used: 1234, total: 'all' })).toBe('1,234 of all')
  expect(persian('{used} از {total}', { used: 1234, total: 5 })).toBe('۱٬۲۳۴ از ۵')
})

it('keeps the direction of Latin values in sentences from right to left', () => {
  const rightToLeft = createFormat('fa-IR', 'rtl')
  expect(rightToLeft('در {url} است', { url: 'http://a/sub/' })).toBe('در \u2068http://a/sub/\u2069 است')
  expect(rightToLeft('{name} و {count}', { name: 'علی', count: 5 })).toBe('علی و ۵')
  expect(persian('در {url} است', { url: 'http://a/' })).toBe('در http://a/ است')
})

it('chooses a plural by exact number first, then by the rules of the language', () => {
  expect(english(clients, { count: 0, where: 'de' })).toBe('nobody on de')
  expect(english(clients, { count: 1, where: 'de' })).toBe('1 client on de')
  expect(english(clients, { count: 2000, where: 'de' })).toBe('2,000 clients on de')
})

it('selects by a word, falls back to "other", and keeps the number of the plural around it', () => {
  const message = '{n, plural, other {{what, select, gb {# GB} other {# things}}}}'
  expect(english(message, { n: 5, what: 'gb' })).toBe('5 GB')
  expect(english(message, { n: 5, what: 'days' })).toBe('5 things')
})

it('finds arguments inside cases too', () => {
  expect(argumentsOf(parseMessage('{a, plural, one {{b}} other {{c} #}} {d}'))).toEqual(['a', 'b', 'c', 'd'])
})

it.each(['{', '{a', 'a}', '{a, date, x {y}}', '{a, plural, one {x}}', '{a, plural, other {x}', '{}'])(
  'rejects a broken message: %s',
  (message) => {
    expect(() => parseMessage(message)).toThrow()
  },
)
