import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { EventFrame } from '#contract/events.ts'
import { endpoints, keyOf } from '../api/endpoints.ts'
import { applyFrame } from './apply-frame.ts'

// Only the parts that the code reads.
const status = { xray: { state: 'running', errorMsg: '', version: '1', uptime: 900 } }
const frame = (type: string, time: number, payload: object) => ({ type, time, payload }) as EventFrame

it('drops the uptime of the core on every change of its state', () => {
  const queries = new QueryClient()
  queries.setQueryData(keyOf(endpoints.status.status), status)
  applyFrame(queries, frame('xray_state', 1, { state: 'stop', errorMsg: '' }))
  expect(queries.getQueryData(keyOf(endpoints.status.status))).toEqual({
    xray: { state: 'stop', errorMsg: '', version: '1' },
  })
})

it('continues the history of online clients from the names in the ticks', () => {
  const queries = new QueryClient()
  const key = keyOf(endpoints.status.history, { params: { metric: 'online', bucket: 60 } })
  queries.setQueryData(key, [{ t: 60, v: 1 }])
  applyFrame(queries, frame('status', 121_000, status))
  expect(queries.getQueryData(key)).toEqual([{ t: 60, v: 1 }]) // not known yet
  applyFrame(queries, frame('traffic', 122_000, { onlineClients: ['ann', 'bob'], lastOnlineMap: {} }))
  applyFrame(queries, frame('status', 123_000, status))
  expect(queries.getQueryData(key)).toEqual([
    { t: 60, v: 1 },
    { t: 120, v: 2 },
  ])
})

it('replaces the nodes of a page that shows them, and stores none for a page that does not', () => {
  const queries = new QueryClient()
  const key = keyOf(endpoints.nodes.list)
  applyFrame(queries, frame('nodes', 1, [{ id: 1, status: 'online' }]))
  expect(queries.getQueryData(key)).toBeUndefined()
  queries.setQueryData(key, [])
  applyFrame(queries, frame('nodes', 2, [{ id: 1, status: 'offline' }]))
  expect(queries.getQueryData(key)).toEqual([{ id: 1, status: 'offline' }])
})

it('asks again for the findings and the entries when health has changed', () => {
  const queries = new QueryClient()
  const keys = [keyOf(endpoints.health.state), keyOf(endpoints.entries.list)]
  for (const key of keys) queries.setQueryData(key, {})
  applyFrame(queries, frame('invalidate', 1, { type: 'health' }))
  expect(keys.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([true, true])
})
