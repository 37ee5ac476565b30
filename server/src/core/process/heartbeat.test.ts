import { expect, it } from 'vitest'
import type { Coded } from '#contract/coded.ts'
import { createPulse, noAnswer } from './heartbeat.ts'

function setUp() {
  const world = {
    run: {} as object | undefined,
    answers: true,
    ports: [443],
    listening: new Set([443]),
    changes: 0,
    hung: [] as Coded[],
  }
  const pulse = createPulse({
    run: () => world.run,
    ask: () => (world.answers ? Promise.resolve() : Promise.reject(new Error('deadline'))),
    ports: () => world.ports,
    listening: () => world.listening,
    onChange: () => void world.changes++,
    onHung: (words) => void world.hung.push(words),
  })
  const beats = async (count: number) => {
    for (let i = 0; i < count; i++) await pulse.job.run()
    return pulse.trouble()
  }
  return { world, pulse, beats }
}

it('one missed deadline is nothing, two are unwell, and an answer is well again', async () => {
  const { world, beats } = setUp()
  expect(await beats(3)).toBe(undefined)
  world.answers = false
  expect(await beats(1)).toBe(undefined)
  expect(await beats(1)).toBe(noAnswer)
  world.answers = true
  expect(await beats(1)).toBe(undefined)
  expect([world.changes, world.hung]).toEqual([2, []])
})

it('a core that does not answer six times is given up, once', async () => {
  const { world, beats } = setUp()
  await beats(1)
  world.answers = false
  await beats(7)
  expect(world.hung).toEqual([noAnswer])
})

it('a port that it has closed is a sign too; one that never was open is not', async () => {
  const { world, beats } = setUp()
  world.ports = [443, 8443]
  expect(await beats(4)).toBe(undefined)
  world.listening = new Set()
  expect(await beats(2)).toEqual({ code: 'core.port-closed', params: { port: 443 } })
  await beats(4)
  expect(world.hung).toHaveLength(1)
})

it('an inbound that was taken away is not missed', async () => {
  const { world, beats } = setUp()
  await beats(2)
  world.ports = []
  world.listening = new Set()
  expect(await beats(6)).toBe(undefined)
})

it('the next core starts with a clean sheet, and none is not unwell', async () => {
  const { world, beats, pulse } = setUp()
  await beats(1)
  world.answers = false
  await beats(3)
  world.run = {}
  expect(pulse.trouble()).toBe(undefined)
  world.answers = true
  expect(await beats(1)).toBe(undefined)
  world.run = undefined
  world.answers = false
  expect([await beats(8), world.hung]).toEqual([undefined, []])
})
