import { describe, expect, it } from 'vitest'
import { matching, methodOf, type OpenApi, operationsOf } from './operations.ts'

const tokenOrCookie = [{ bearer: [] }, { cookie: [] }]
const envelope = (obj: object) => ({
  anyOf: [{ type: 'object', properties: { success: {}, msg: {}, obj } }, { type: 'object' }],
})
const described = (summary: string, more: object = {}) => ({
  operationId: summary.replaceAll(' ', ''),
  summary,
  security: tokenOrCookie,
  parameters: [],
  responses: { 200: { content: { 'application/json': { schema: envelope({ type: 'integer' }) } } } },
  ...more,
})
const csrf = { name: 'X-CSRF-Token', in: 'header', required: false, schema: {} }

// As the panel writes it; only its schema types are wider.
const document = {
  info: { version: '1' },
  paths: {
    '/login': { post: described('Log in', { security: [] }) },
    '/panel/setting/all': {
      post: described('All settings', { operationId: 'a', security: [{ cookie: [] }], parameters: [csrf] }),
      get: described('All settings', { operationId: 'b', security: [{ cookie: [] }] }),
    },
    '/panel/api/setting/all': {
      post: described('All settings', { operationId: 'c', parameters: [csrf] }),
      get: described('All settings', { operationId: 'd' }),
    },
    '/panel/setting/sessions': { get: described('Sessions', { security: [{ cookie: [] }] }) },
    '/panel/api/metrics': {
      get: described('Metrics', {
        responses: { 200: { content: { 'text/plain': {}, 'application/json': {} } } },
      }),
    },
    '/panel/api/clients/{email}': { get: described('One client'), delete: described('Delete it') },
  },
} as unknown as OpenApi

describe('operations', () => {
  const operations = operationsOf(document)
  const of = (summary: string) => operations.find((one) => one.summary === summary)

  it('list an operation once, under the path that accepts a token, with all its methods', () => {
    expect(operations).toHaveLength(6)
    expect(of('All settings')).toMatchObject({
      path: '/panel/api/setting/all',
      also: ['/panel/setting/all'],
      methods: ['POST', 'GET'],
      guard: 'token',
      group: 'setting',
      parameters: [],
      reply: { schema: { type: 'integer' }, enveloped: true },
    })
    expect(methodOf(of('All settings')!)).toBe('GET')
  })

  it('know who may call, and where a file is returned instead of an envelope', () => {
    expect([of('Log in')?.guard, of('Log in')?.group]).toEqual(['open', 'session'])
    expect([of('Sessions')?.guard, of('Sessions')?.group]).toEqual(['session', 'session'])
    expect(of('Metrics')?.file).toBe('text/plain')
  })

  it('are found by method, path and description', () => {
    expect(matching(operations, 'delete clients').map(({ summary }) => summary)).toEqual(['Delete it'])
    expect(matching(operations, 'panel/setting/all')).toHaveLength(1)
    expect(matching(operations, 'nothing like it')).toEqual([])
  })
})
