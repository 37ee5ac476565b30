import { expect, it } from 'vitest'
import type { EventFrame, TagTraffic } from '#contract/events.ts'
import { silent } from '#domain/topology/flows.ts'
import { createTagRates } from './tag-rates.ts'

const row = (Tag: string, Up: number, Down: number, IsInbound = true): TagTraffic => ({
  Tag,
  Up,
  Down,
  IsInbound,
  IsOutbound: !IsInbound,
})
const tick = (time: number, traffics: readonly TagTraffic[]): EventFrame => ({
  type: 'traffic',
  time,
  payload: { traffics, onlineClients: [], lastOnlineMap: {} },
})

it('computes rates from the deltas of a tick, separately for inbounds and outbounds', () => {
  const { receive, now } = createTagRates()
  receive(tick(100_000, [row('a', 500, 5_000)]))
  expect(now.get().inbound.get('a')).toEqual({ up: 100, down: 1_000 }) // the first tick counts as five seconds
  receive(tick(102_000, [row('a', 200, 400), row('a', 200, 400), row('a', 2, 4, false)]))
  expect(now.get().inbound.get('a')).toEqual({ up: 200, down: 400 })
  expect(now.get().outbound.get('a')).toEqual({ up: 1, down: 2 })
})

it('is empty after a silent tick, and when ticks stop', () => {
  const { receive, now } = createTagRates()
  receive(tick(100_000, [row('a', 1, 1)]))
  receive(tick(105_000, []))
  expect(now.get()).toBe(silent)
  receive(tick(110_000, [row('a', 1, 1)]))
  receive({
    type: 'notification',
    time: 200_000,
    payload: { title: '', message: '', level: 'info', code: '', params: {} },
  })
  expect(now.get()).toBe(silent)
})

it('keeps the rate of an inbound on a node while a tick has no report of it', () => {
  const { receive, now } = createTagRates()
  const far = (Up: number, Down: number) => ({ ...row('n1-a', Up, Down), onNode: true as const })
  receive(tick(100_000, [far(500, 5_000)]))
  receive(tick(105_000, [row('a', 5, 5)]))
  expect(now.get().inbound.get('n1-a')).toEqual({ up: 100, down: 1_000 })
  receive(tick(110_000, [far(1_000, 20_000)])) // since the report before the last tick
  expect(now.get().inbound.get('n1-a')).toEqual({ up: 100, down: 2_000 })
  receive(tick(115_000, []))
  receive(tick(120_000, []))
  receive(tick(125_000, []))
  expect(now.get()).toBe(silent)
})
