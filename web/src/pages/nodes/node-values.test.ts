import { expect, it } from 'vitest'
import { blankForm, bodyOf, withUrl } from './node-values.ts'
import { healthOf, urlOf } from './node-view.ts'

it.each([
  ['https://de.example.com:2053/secret/panel/inbounds', 'https', 'de.example.com', 2053, '/secret/'],
  ['http://192.0.2.7/', 'http', '192.0.2.7', 80, '/'],
  ['https://de.example.com', 'https', 'de.example.com', 443, '/'],
])('takes %s apart', (address, scheme, host, port, basePath) => {
  expect(withUrl({ ...blankForm, address })).toEqual({ ...blankForm, scheme, address: host, port, basePath })
})

it('leaves a plain address and what was typed beside it alone', () => {
  const form = { ...blankForm, address: 'de.example.com', port: 99, basePath: '/x/' }
  expect(withUrl(form)).toEqual(form)
})

it('names the stored node, whose token is used where none is typed', () => {
  expect(bodyOf({ ...blankForm, port: '443' }, 3)).toMatchObject({ id: 3, port: 443, apiToken: '' })
  expect(bodyOf(blankForm)).not.toHaveProperty('id')
})

it.each([
  [{ enable: false, status: 'online', xrayState: 'running' }, 'disabled'],
  [{ enable: true, status: 'online', xrayState: 'running' }, 'online'],
  [{ enable: true, status: 'online', xrayState: 'stop' }, 'coreDown'],
  [{ enable: true, status: 'offline', xrayState: 'running' }, 'offline'],
  [{ enable: true, status: 'unknown', xrayState: '' }, 'unknown'],
])('%j is %s', (node, health) => {
  expect(healthOf(node)).toBe(health)
})

it('writes an IPv6 address in brackets', () => {
  expect(urlOf({ scheme: 'https', address: '2001:db8::1', port: 443, basePath: '/' })).toBe(
    'https://[2001:db8::1]:443/',
  )
})
