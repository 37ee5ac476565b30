import { expect, it } from 'vitest'
import type { Inbound } from '#contract/inbound.ts'
import { byLoad, LINES, type Load, orderOf } from './by-load.ts'

const load = (
  id: number,
  more: Partial<Omit<Load, 'inbound'>> & { nodeId?: number; enable?: boolean } = {},
): Load => {
  const { nodeId = null, enable = true, rate = 0, online = 0 } = more
  return { inbound: { id, nodeId, enable, up: id, down: 0 } as Inbound, rate, online } // only what the order needs
}
const shown = (loads: readonly Load[], order = orderOf(loads)) =>
  byLoad(loads, order).map(({ nodeId, rows }) => [nodeId, rows.map(({ inbound }) => inbound.id)])

it('orders by speed, then people, then traffic; what is off comes last', () => {
  const loads = [
    load(1),
    load(2),
    load(3, { online: 2 }),
    load(4, { rate: 9 }),
    load(5, { rate: 99, enable: false }),
  ]
  expect(shown(loads)).toEqual([[0, [4, 3, 2, 1, 5]]])
})

it('groups by server, this one first', () => {
  const loads = [
    load(1),
    load(2, { nodeId: 7, rate: 9 }),
    load(3, { nodeId: 4, rate: 5 }),
    load(4, { nodeId: 7 }),
  ]
  expect(shown(loads)).toEqual([
    [0, [1]],
    [7, [2, 4]],
    [4, [3]],
  ])
})

it('shows the busiest ones of many', () => {
  const loads = Array.from({ length: 40 }, (_, i) => load(i + 1, { rate: i }))
  expect(shown(loads)).toEqual([[0, Array.from({ length: LINES }, (_, i) => 40 - i)]])
})

it('keeps an order while speeds change', () => {
  const order = orderOf([load(1, { rate: 2 }), load(2, { rate: 1 })])
  expect(shown([load(1), load(2, { rate: 9 })], order)).toEqual([[0, [1, 2]]])
})
