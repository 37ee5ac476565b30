import { expect, test } from 'vitest'
import { createQuota, type Held } from './connection-quota.ts'

function held(over: { busy?: boolean; known?: boolean } = {}) {
  const one = { ended: false, ...over }
  const connection: Held = {
    isIdle: () => !one.busy,
    isKnown: () => one.known === true,
    end: () => {
      one.ended = true
    },
  }
  return { one, connection }
}

test('an address with too many connections loses the one that was idle longest, others lose nothing', () => {
  const quota = createQuota({ total: 100, perAddress: 3 })
  const other = held()
  quota.enter(other.connection, '198.51.100.2')
  const [busy, known, first, second] = [held({ busy: true }), held({ known: true }), held(), held()]
  for (const { connection } of [busy, known, first, second]) quota.enter(connection, '198.51.100.1')
  expect([busy, known, first, second, other].map(({ one }) => one.ended)).toEqual([
    false,
    false,
    true,
    false,
    false,
  ])
  expect(quota.enter(held().connection, '::ffff:198.51.100.1')).toBe(true)
  expect(second.one.ended).toBe(true)
})

test('there is no room where everything is at work or known', () => {
  const quota = createQuota({ total: 3, perAddress: 2 })
  const [a, b] = [held({ busy: true }), held({ known: true })]
  for (const { connection } of [a, b]) expect(quota.enter(connection, '198.51.100.1')).toBe(true)
  expect(quota.enter(held().connection, '198.51.100.1')).toBe(false)
  const c = held({ busy: true })
  expect(quota.enter(c.connection, '198.51.100.2')).toBe(true)
  expect(quota.enter(held().connection, '198.51.100.3')).toBe(false)
  quota.leave(c.connection)
  expect(quota.enter(held().connection, '198.51.100.3')).toBe(true)
  expect(quota.size()).toBe(3)
})

test('the addresses of one IPv6 customer count together', () => {
  const quota = createQuota({ total: 100, perAddress: 1 })
  const first = held()
  quota.enter(first.connection, '2001:db8:1:2::1')
  quota.enter(held().connection, '2001:db8:1:3::1')
  expect(first.one.ended).toBe(false)
  quota.enter(held().connection, '2001:db8:1:2:ffff::9')
  expect(first.one.ended).toBe(true)
})

test('a connection counts for the address that the proxy names', () => {
  const quota = createQuota({ total: 100, perAddress: 1 })
  const [a, b] = [held(), held({ busy: true })]
  quota.enter(a.connection, '127.0.0.1')
  expect(quota.move(a.connection, '198.51.100.1')).toBe(true)
  quota.enter(b.connection, '127.0.0.1')
  expect(a.one.ended).toBe(false)
  expect(quota.move(b.connection, '198.51.100.1')).toBe(true)
  expect(a.one.ended).toBe(true)
  const c = held()
  quota.enter(c.connection, '127.0.0.1')
  expect(quota.move(c.connection, '198.51.100.1')).toBe(false)
})
