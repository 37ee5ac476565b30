import { expect, it } from 'vitest'
import { format } from '#domain/words/format.ts'
import { valuesIn } from './values.ts'

it('writes numbers as the language does', () => {
  expect(format('{used} of {total}', { used: 1234, total: 'all' }, valuesIn('en'))).toBe('1,234 of all')
  expect(format('{used} از {total}', { used: 1234, total: 5 }, valuesIn('fa'))).toBe('۱٬۲۳۴ از ۵')
})

it('keeps the direction of Latin values in sentences from right to left', () => {
  expect(format('در {url} است', { url: 'http://a/sub/' }, valuesIn('fa'))).toBe(
    'در \u2068http://a/sub/\u2069 است',
  )
  expect(format('{name} و {count}', { name: 'علی', count: 5 }, valuesIn('fa'))).toBe('علی و ۵')
  expect(format('at {url}', { url: 'http://a/' }, valuesIn('en'))).toBe('at http://a/')
})
