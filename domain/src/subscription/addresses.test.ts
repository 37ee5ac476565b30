import { describe, expect, test } from 'vitest'
import { addressHeaders } from './headers.ts'
import { otherAddresses, subscriptionNames } from './urls.ts'

const own = { subDomain: 'a.example', subMoreDomains: '', subMoveTo: '' }
const url = 'https://a.example:2096/sub/x%20y'

describe('a subscription under several names', () => {
  const several = { ...own, subMoreDomains: 'b.example, пример.example,2001:db8::1' }

  test('answers under all of them, if it is bound to any', () => {
    expect(subscriptionNames({ ...several, subMoveTo: 'c.example' })).toEqual([
      ...['a.example', 'b.example', 'пример.example', '2001:db8::1', 'c.example'],
    ])
    expect(subscriptionNames({ ...several, subDomain: '' })).toEqual([])
  })

  test('has the same path under each', () => {
    expect(otherAddresses(several, url)).toEqual([
      'https://b.example:2096/sub/x%20y',
      'https://xn--e1afmkfd.example:2096/sub/x%20y',
      'https://[2001:db8::1]:2096/sub/x%20y',
    ])
    expect(otherAddresses(several, url.replace('a.', 'b.'))[0]).toBe(url)
    expect(otherAddresses(own, url)).toEqual([])
  })

  test('tells apps where else to ask, and moves them only if the operator says so', () => {
    expect(addressHeaders(own, url)).toEqual([])
    expect(addressHeaders(several, url)).toEqual(['Fallback-Url', 'https://b.example:2096/sub/x%20y'])
    const moving = { ...own, subMoveTo: 'c.example' }
    expect(addressHeaders(moving, url)).toEqual(
      ['New-Domain', 'New-Sub-Domain', 'Flclashx-Newdomain'].flatMap((name) => [name, 'c.example']),
    )
    expect(addressHeaders(moving, 'https://c.example/sub/x')).toEqual([
      'Fallback-Url',
      'https://a.example/sub/x',
    ])
  })
})
