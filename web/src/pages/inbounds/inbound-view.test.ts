import { expect, it } from 'vitest'
import type { Inbound } from '#contract/inbound.ts'
import {
  exportOf,
  freeName,
  freePort,
  isEnded,
  leftAlone,
  onlineOf,
  panelPort,
  streamWords,
} from './inbound-view.ts'

/** The part of an inbound that these rules read. */
const inbound = (id: number, emails: string[], more: object = {}) =>
  ({
    id,
    port: 443,
    settings: { clients: emails.map((email) => ({ email })) },
    streamSettings: {},
    ...more,
  }) as unknown as Inbound

it('counts who is online and who would have no inbound left', () => {
  const all = [inbound(1, ['ann', 'bob', 'cid']), inbound(2, ['bob'])]
  expect(onlineOf(all[0]!, new Map([[all[0]!.id, 2]]))).toBe(2)
  expect(leftAlone(all[0]!, all)).toBe(2)
  expect(leftAlone(all[1]!, all)).toBe(0)
})

it('shows transport and security if there are any', () => {
  expect(streamWords({ streamSettings: { network: 'tcp', security: 'reality' } })).toEqual(['tcp', 'reality'])
  expect(streamWords({ streamSettings: { network: 'ws' } })).toEqual(['ws'])
  expect(streamWords({ streamSettings: {} })).toEqual([])
})

it('knows when an inbound has expired or is depleted', () => {
  const base = { expiryTime: 0, total: 0, up: 1, down: 1 }
  expect(isEnded(base, 100)).toBe(false)
  expect(isEnded({ ...base, expiryTime: 50 }, 100)).toBe(true)
  expect(isEnded({ ...base, total: 2 }, 100)).toBe(true)
})

it('finds a free port', () => {
  expect(freePort([], () => 0)).toBe(443)
  const chances = [0, 0.5]
  expect(freePort([{ port: 443 }, { port: 10_000 }], () => chances.shift() ?? 0)).toBe(35_000)
  expect(freePort([], () => 0, [panelPort({ port: '', protocol: 'https:' })])).toBe(10_000)
})

it('finds a free name', () => {
  expect(freeName([], 'Reality')).toBe('Reality')
  expect(freeName([{ remark: 'reality ' }, { remark: 'Reality 2' }], 'Reality')).toBe('Reality 3')
})

it('exports what the import accepts', () => {
  const clientStats = [{ email: 'ann', up: 5, down: 6 }]
  const text = exportOf(
    inbound(7, ['ann'], { up: 3, down: 4, remark: 'x', clientStats, nodeId: null, notOpen: 'x' }),
  )
  expect(JSON.parse(text)).toEqual({
    port: 443,
    settings: { clients: [{ email: 'ann' }] },
    streamSettings: {},
    remark: 'x',
    clientStats: [{ email: 'ann', up: 5, down: 6 }],
  })
})
