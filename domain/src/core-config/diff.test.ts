import { expect, test } from 'vitest'
import { configDiff } from './diff.ts'

const client = (email: string, id: string) => ({ email, id })
const inbound = (tag: string, clients: object[], port = 1) => ({ tag, port, settings: { clients } })

test('entries are found by their name, wherever they stand, and secrets never show', () => {
  const before = {
    inbounds: [inbound('a', [client('ann', 'secret-1'), client('bob', 'secret-2')]), inbound('b', [])],
  }
  const after = {
    inbounds: [
      inbound('a', [client('ann', 'secret-3')]),
      inbound('b', [], 2),
      inbound('c', [client('cid', 'secret-4')]),
    ],
  }
  const diff = configDiff(before, after)
  expect(diff).toEqual({
    changes: [
      { path: 'inbounds[a].settings.clients[ann].id', before: '•••', after: '•••' },
      { path: 'inbounds[a].settings.clients[bob]', before: { email: 'bob', id: '•••' } },
      { path: 'inbounds[b].port', before: 1, after: 2 },
      { path: 'inbounds[c]', after: inbound('c', [{ email: 'cid', id: '•••' }]) },
    ],
    more: 0,
  })
  expect(JSON.stringify(diff)).not.toContain('secret')
})
test('a private key that is a list of lines is masked as a whole', () => {
  const tls = (line: string) => ({ tls: { certificates: [{ certificate: ['c'], key: [line] }] } })
  expect(configDiff(tls('one'), tls('two')).changes).toEqual([
    { path: 'tls.certificates[0].key', before: '•••', after: '•••' },
  ])
})
test('null is the same as absent, and the order of rules counts', () => {
  expect(configDiff({ dns: null, a: [1] }, { a: [1] }).changes).toEqual([])
  const rules = [{ ruleTag: 'x' }, { ruleTag: 'y' }]
  expect(configDiff({ rules }, { rules: rules.toReversed() }).changes).toEqual([
    { path: 'rules.order', before: ['x', 'y'], after: ['y', 'x'] },
  ])
})
test('a long list of differences is cut, and says so', () => {
  const many = (n: number) => Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, n]))
  expect(configDiff(many(1), many(2), 10)).toMatchObject({ changes: { length: 10 }, more: 40 })
})
