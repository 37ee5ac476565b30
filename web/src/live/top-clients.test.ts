import { expect, it } from 'vitest'
import type { EventFrame } from '#contract/events.ts'
import { createTopClients } from './top-clients.ts'

const tick = (
  time: number,
  ...clientTraffics: { email: string; up: number; down: number }[]
): EventFrame => ({
  type: 'traffic',
  time,
  payload: { clientTraffics, onlineClients: [], lastOnlineMap: {} },
})
// Only its time is read.
const status = (time: number) => ({ type: 'status', time, payload: {} }) as unknown as EventFrame

it('turns the deltas of a tick into speeds, highest first, by the time that really passed', () => {
  const { receive, top } = createTopClients()
  receive(tick(100_000, { email: 'ann', up: 0, down: 500 }))
  expect(top.get()).toEqual([{ email: 'ann', up: 0, down: 100 }])
  receive(tick(105_000))
  expect(top.get()).toHaveLength(1)
  receive(
    tick(
      115_000,
      { email: 'ann', up: 100, down: 400 },
      { email: 'bob', up: 0, down: 3_000 },
      { email: 'bob', up: 0, down: 3_000 },
      { email: 'idle', up: 0, down: 0 },
    ),
  )
  expect(top.get()).toEqual([
    { email: 'bob', up: 0, down: 600 },
    { email: 'ann', up: 10, down: 40 },
  ])
})

it('lists ten, and clears them when ticks stop', () => {
  const { receive, top } = createTopClients()
  receive(tick(1_000, ...Array.from({ length: 30 }, (_, i) => ({ email: `c${i}`, up: i, down: 0 }))))
  expect(top.get().map(({ email }) => email)).toEqual(
    [29, 28, 27, 26, 25, 24, 23, 22, 21, 20].map((i) => `c${i}`),
  )
  receive(status(10_000))
  expect(top.get()).toHaveLength(10)
  receive(status(18_000))
  expect(top.get()).toEqual([])
})
