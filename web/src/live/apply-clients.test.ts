import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { endpoints, keyOf } from '../api/endpoints.ts'
import { applyFrame } from './apply-frame.ts'

const key = keyOf(endpoints.clients.listPaged, { query: { page: 1 } })
const page = (...emails: string[]) => ({
  items: emails.map((email) => ({ email, traffic: { email, up: 1, down: 2, enable: true, lastOnline: 0 } })),
})

it('writes the counters of a frame into the cached pages and leaves the others untouched', () => {
  const queries = new QueryClient()
  const other = keyOf(endpoints.clients.listPaged, { query: { page: 2 } })
  queries.setQueryData(key, page('ann', 'bob'))
  queries.setQueryData(other, page('cid'))
  const one = keyOf(endpoints.clients.traffic, { params: { email: 'bob' } })
  queries.setQueryData(one, page('bob').items[0]?.traffic)
  const before = queries.getQueryData<ReturnType<typeof page>>(key)!
  const untouched = queries.getQueryData(other)
  applyFrame(queries, {
    type: 'client_stats',
    payload: { clients: [{ email: 'bob', up: 10, down: 20, lastOnline: 7 }] },
    time: 1,
  })
  const after = queries.getQueryData<ReturnType<typeof page>>(key)!
  expect(after.items[1]?.traffic).toMatchObject({ up: 10, down: 20, enable: true, lastOnline: 7 })
  expect(after.items[0]).toBe(before.items[0])
  expect(queries.getQueryData(other)).toBe(untouched)
  expect(queries.getQueryData(one)).toMatchObject({ up: 10, down: 20 })
})

it('tracks who is online', () => {
  const queries = new QueryClient()
  applyFrame(queries, {
    type: 'traffic',
    payload: { onlineClients: ['ann'], lastOnlineMap: {} },
    time: 1,
  })
  expect(queries.getQueryData(keyOf(endpoints.clients.onlines))).toEqual(['ann'])
})
