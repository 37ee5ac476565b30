import { expect, it } from 'vitest'
import { curlOf, urlOf } from './curl.ts'
import type { Operation } from './operations.ts'

const operation: Operation = {
  id: 'x',
  group: 'clients',
  methods: ['POST'],
  path: '/panel/api/clients/update/{email}',
  also: [],
  summary: '',
  guard: 'token',
  parameters: [
    { name: 'email', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'page', in: 'query', required: false, schema: { type: 'integer' } },
    { name: 'from', in: 'query', required: true, schema: { type: 'integer' } },
  ],
  body: {
    type: 'object',
    required: ['comment'],
    properties: { comment: { type: 'string', default: "it's" } },
  },
  reply: undefined,
  file: undefined,
}
const root = 'https://panel.example/deep/'

it('builds a command that a shell accepts as it is, including quotes', () => {
  expect(curlOf(operation, { root, token: '' })).toBe(
    [
      `curl -sS -X POST 'https://panel.example/deep/panel/api/clients/update/{email}?from={from}' \\`,
      `  -H 'Authorization: Bearer YOUR_TOKEN' \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{"comment":"it'\\''s"}'`,
    ].join('\n'),
  )
})

it('fills in the typed values and the given token', () => {
  const values = { email: 'a/b c', page: '2' }
  expect(urlOf(operation, { root, values })).toBe(
    `${root}panel/api/clients/update/a%2Fb%20c?page=2&from={from}`,
  )
  expect(curlOf(operation, { root, token: 'abc' })).toContain('Bearer abc')
})

it('reads by GET without a body, and uses the cookie if only a session may call', () => {
  const read: Operation = { ...operation, methods: ['POST', 'GET'], guard: 'session' }
  expect(curlOf(read, { root, token: '' })).not.toMatch(/-X|-d|Bearer|CSRF/)
  expect(curlOf(read, { root, token: '' })).toContain("-b '3x-ui=YOUR_SESSION'")
  expect(curlOf({ ...read, methods: ['POST'] }, { root, token: '' })).toContain('X-CSRF-Token')
  expect(curlOf({ ...operation, guard: 'open', body: undefined }, { root, token: 'abc' })).not.toContain('-H')
})
