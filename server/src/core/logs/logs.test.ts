import { describe, expect, it } from 'vitest'
import { parseLogLine } from '../process/log-line.ts'
import { accessRows } from './access-log.ts'
import { createPanelLog } from './logs.ts'

const line = (n: number, outbound: string, more = '') =>
  parseLogLine(
    `2026/11/15 08:44:0${n}.123456 from 203.0.113.7:400${n} accepted tcp:a.example:443 [in-1 -> ${outbound}]${more}`,
  )
const all = { filter: '', showDirect: true, showBlocked: true, showProxy: true }
const tags = { directTags: new Set(['direct']), blockedTags: new Set(['blocked']) }

describe('rows of the access log', () => {
  const lines = [
    line(1, 'direct', ' email: ann'),
    line(2, 'blocked'),
    line(3, 'warp', ' email: bob'),
    parseLogLine('2026/11/15 08:44:04 from 127.0.0.1:1 accepted tcp:127.0.0.1:2 [api -> api]'),
    parseLogLine('2026/11/15 08:44:05 from 203.0.113.9:1 rejected proxy/vless: invalid request user id'),
    parseLogLine('2026/11/15 08:44:05 [Warning] something'),
  ]

  it('are newest first, with the incumbent keys and without the panel itself', () => {
    expect(accessRows(lines, 10, { ...all, ...tags })).toEqual([
      {
        DateTime: new Date(2026, 10, 15, 8, 44, 3).toISOString(),
        FromAddress: '203.0.113.7:4003',
        ToAddress: 'tcp:a.example:443',
        Inbound: 'in-1',
        Outbound: 'warp',
        Email: 'bob',
        Event: 2,
      },
      expect.objectContaining({ Outbound: 'blocked', Event: 1, Email: '' }),
      expect.objectContaining({ Outbound: 'direct', Event: 0, Email: 'ann' }),
    ])
  })

  it('are counted after they are filtered', () => {
    const rows = (filter: Partial<typeof all>) =>
      accessRows(lines, 1, { ...all, ...tags, ...filter }).map((r) => r.Event)
    expect(rows({})).toEqual([2])
    expect(rows({ showProxy: false })).toEqual([1])
    expect(rows({ showProxy: false, showBlocked: false })).toEqual([0])
    expect(rows({ filter: 'ann' })).toEqual([0])
    expect(rows({ filter: 'nobody' })).toEqual([])
  })
})

it("the panel's own log is bounded, filtered by level and newest first", () => {
  const log = createPanelLog(() => new Date(2026, 10, 15, 8, 4, 5).getTime(), 3)
  for (const text of ['a', 'b', 'c']) log.add('info', text)
  log.add('error', 'd')
  expect(log.last(10)).toEqual(
    ['d', 'c', 'b'].map((t) => `2026/11/15 08:04:05 ${t === 'd' ? 'ERROR' : 'INFO'} - ${t}`),
  )
  expect(log.last(10, 'warning')).toEqual(['2026/11/15 08:04:05 ERROR - d'])
  expect(log.last(1, 'info')).toHaveLength(1)
  expect(log.last(0)).toEqual([])
})
