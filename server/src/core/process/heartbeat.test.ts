import { expect, it } from 'vitest'
import type { Coded } from '#contract/coded.ts'
import { createHeartbeat, noAnswer } from './heartbeat.ts'

function setUp() {
  const world = {
    run: {} as object | undefined,
    answers: true,
    ports: [443],
    listening: new Set([443]),
    changes: 0,
    hung: [] as Coded[],
  }
  const heartbeat = createHeartbeat({
    run: () => world.run,
    ask: () => (world.answers ? Promise.resolve() : Promise.reject(new Error('deadline'))),
    ports: () => world.ports,
    listening: () => world.listening,
    onChange: () => void world.changes++,
    onHung: (words) => void world.hung.push(words),
  })
  const beats = async (count: number) => {
    for (let i = 0; i < count; i++) await heartbeat.job.run()
    return heartbeat.trouble()
  }
  return { world, heartbeat, beats }
}

it('one missed deadline is ignored, two are unhealthy, and an answer is healthy again', async () => {
  const { world, beats } = setUp()
  expect(await beats(3)).toBe(undefined)
  world.answers = false
  expect(await beats(1)).toBe(undefined)
  expect(await beats(1)).toBe(noAnswer)
  world.answers = true
  expect(await beats(1)).toBe(undefined)
  expect([world.changes, world.hung]).toEqual([2, []])
})

it('a core that misses six deadlines is reported as hung, once', async () => {
  const { world, beats } = setUp()
  await beats(1)
  world.answers = false
  await beats(7)
  expect(world.hung).toEqual([noAnswer])
})

it('a closed port is unhealthy too; one that never was open is not', async () => {
  const { world, beats } = setUp()
  world.ports = [443, 8443]
  expect(await beats(4)).toBe(undefined)
  world.listening = new Set()
  expect(await beats(2)).toEqual({ code: 'core.port-closed', params: { port: 443 } })
  await beats(4)
  expect(world.hung).toHaveLength(1)
})

it('a removed inbound is not reported', async () => {
  const { world, beats } = setUp()
  await beats(2)
  world.ports = []
  world.listening = new Set()
  expect(await beats(6)).toBe(undefined)
})

it('the next core starts without history, and no core is not unhealthy', async () => {
  const { world, beats, heartbeat } = setUp()
  await beats(1)
  world.answers = false
  await beats(3)
  world.run = {}
  expect(heartbeat.trouble()).toBe(undefined)
  world.answers = true
  expect(await beats(1)).toBe(undefined)
  world.run = undefined
  world.answers = false
  expect([await beats(8), world.hung]).toEqual([undefined, []])
})
