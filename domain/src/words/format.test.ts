import { expect, it } from 'vitest'
import { argumentsOf, format, numberIn, parseMessage, pluralsOf } from './format.ts'

type Values = Readonly<Record<string, string | number>>
const inLocale =
  (locale: string) =>
  (message: string, values: Values = {}) =>
    format(message, values, {
      locale,
      write: (value) => (typeof value === 'number' ? numberIn(locale, value) : (value ?? '')),
    })
const english = inLocale('en-US')
const persian = inLocale('fa-IR')
const clients = '{count, plural, =0 {nobody} one {# client} other {# clients}} on {where}'

it('fills in arguments and formats numbers for the language', () => {
  expect(english('{used} of {total}', { used: 1234, total: 'all' })).toBe('1,234 of all')
  expect(persian('{used} از {total}', { used: 1234, total: 5 })).toBe('۱٬۲۳۴ از ۵')
})

it('chooses a plural by exact number first, then by the rules of the language', () => {
  expect(english(clients, { count: 0, where: 'de' })).toBe('nobody on de')
  expect(english(clients, { count: 1, where: 'de' })).toBe('1 client on de')
  expect(english(clients, { count: 2000, where: 'de' })).toBe('2,000 clients on de')
  const russian = '{n, plural, one {# клиент} few {# клиента} many {# клиентов} other {# клиента}}'
  expect([1, 3, 5, 21].map((n) => inLocale('ru-RU')(russian, { n }))).toEqual([
    '1 клиент',
    '3 клиента',
    '5 клиентов',
    '21 клиент',
  ])
})

it('selects by a word, falls back to "other", and keeps the number of the plural around it', () => {
  const message = '{n, plural, other {{what, select, gb {# GB} other {# things}}}}'
  expect(english(message, { n: 5, what: 'gb' })).toBe('5 GB')
  expect(english(message, { n: 5, what: 'days' })).toBe('5 things')
})

it('reads apostrophes as ICU does: only in front of a sign they quote', () => {
  expect(english("isn't {a}", { a: 'x' })).toBe("isn't x")
  expect(english("''{a}'' and ''", { a: 'x' })).toBe("'x' and '")
  expect(english("'{a}' is {a}", { a: 'x' })).toBe('{a} is x')
  expect(english("{n, plural, other {'#'# of '{'it''s'}'}}", { n: 3 })).toBe("#3 of {it's}")
  expect(english("#{n} '#'", { n: 3 })).toBe("#3 '#'")
})

it('writes a number with separators where the message asks for it', () => {
  const plain = { locale: 'en-US', write: (value?: string | number) => String(value) }
  expect(format('{n} {n, number}', { n: 65535 }, plain)).toBe('65535 65,535')
})

it('tells how a value is written what follows it', () => {
  const seen: string[] = []
  const message = '{a}. {b}{n, plural, other {x {c}}}; {d}'
  format(
    message,
    { n: 1 },
    {
      locale: 'en',
      write: (_value, name, after) => {
        seen.push(`${name}${after}`)
        return ''
      },
    },
  )
  expect(seen).toEqual(['a.', 'b', 'c;', 'd'])
})

it('takes no value from the prototype of an object', () => {
  expect(english('{constructor}|{toString}')).toBe('|')
})

it('finds arguments and plurals inside cases too', () => {
  const nodes = parseMessage('{a, plural, one {{b}} other {{c} #}} {d, number}')
  expect([argumentsOf(nodes), pluralsOf(nodes)]).toEqual([['a', 'b', 'c', 'd'], [['one', 'other']]])
})

it.each(['{', '{a', 'a}', '{a, date, x {y}}', '{a, plural, one {x}}', '{a, plural, other {x}', '{}'])(
  'rejects a broken message: %s',
  (message) => {
    expect(() => parseMessage(message)).toThrow()
  },
)
