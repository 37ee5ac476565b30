import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { endpoints, keyOf } from '../api/endpoints.ts'
import { applyFrame } from './apply-frame.ts'

const key = keyOf(endpoints.inbounds.listSlim)

it('writes the totals of a frame into the cached list and leaves the other rows untouched', () => {
  const queries = new QueryClient()
  const rows = [1, 2].map((id) => ({ id, up: 0, down: 0, enable: true, remark: `in ${id}` }))
  queries.setQueryData(key, rows)
  const frame = (up: number) =>
    applyFrame(queries, {
      type: 'client_stats',
      payload: { inbounds: [{ id: 2, up, down: 7, total: up + 7, enable: true }] },
      time: 1,
    })
  frame(5)
  const after = queries.getQueryData<typeof rows>(key)!
  expect(after[1]).toMatchObject({ up: 5, down: 7, remark: 'in 2' })
  expect(after[0]).toBe(rows[0])
  frame(5)
  expect(queries.getQueryData(key)).toBe(after)
})
