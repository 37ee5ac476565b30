import { expect, it } from 'vitest'
import { suggestedName } from './suggested-name.ts'

const blank = { webDomain: '', subDomain: '', publicHost: '' }

it('takes the domains of the settings, then the public host, then the address bar', () => {
  const both = { ...blank, webDomain: 'p.example', subDomain: 's.example' }
  expect(suggestedName(both, 'x.example')).toBe('p.example, s.example')
  expect(suggestedName({ ...both, subDomain: 'p.example' }, 'x.example')).toBe('p.example')
  expect(suggestedName({ ...blank, publicHost: '8.8.8.8' }, 'x.example')).toBe('8.8.8.8')
  expect(suggestedName(blank, 'x.example')).toBe('x.example')
  expect(suggestedName(blank, '[2001:db8::1]')).toBe('2001:db8::1')
  for (const local of ['localhost', '127.0.0.1', '[::1]']) expect(suggestedName(blank, local)).toBe('')
})
