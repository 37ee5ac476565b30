import { expect, it } from 'vitest'
import type { Coded } from '#contract/coded.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { silentLog } from '../../platform/log.ts'
import type { Connected } from '../reconcile/link.ts'
import { createHealth, noAnswer } from './health.ts'
import type { CoreRun } from './run.ts'

function setUp() {
  const world = {
    run: {} as CoreRun | undefined,
    answers: true,
    ports: [443],
    listening: new Set([443]),
    changes: 0,
    hung: [] as Coded[],
  }
  const inbound = (port: number) =>
    cellInbound({ protocol: 'vless', network: 'tcp', security: 'none' }, { port })
  const health = createHealth({
    core: {
      running: () => world.run,
      state: () => ({ state: world.run ? 'running' : 'stop', errorMsg: '' }),
      endHung: async (said) => void world.hung.push(said),
    },
    link: {
      isSilent: () => false,
      connected: () =>
        ({
          api: { sysStats: async () => world.answers || Promise.reject(new Error('deadline')) },
          inbounds: new Map(world.ports.map((port) => [port, inbound(port)])),
        }) as unknown as Connected, // only what is used
    },
    events: { state: () => void world.changes++, notify: () => {} },
    log: silentLog,
    listening: () => world.listening,
  })
  const trouble = () => health.state().errorCoded?.[0]
  const beats = async (count: number) => {
    for (let i = 0; i < count; i++) await health.job.run()
    return trouble()
  }
  return { world, trouble, beats }
}

it('one missed deadline is ignored, two are unhealthy, and an answer is healthy again', async () => {
  const { world, beats } = setUp()
  expect(await beats(3)).toBe(undefined)
  world.answers = false
  expect(await beats(1)).toBe(undefined)
  expect(await beats(1)).toEqual(noAnswer)
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
  const { world, beats, trouble } = setUp()
  await beats(1)
  world.answers = false
  await beats(3)
  world.run = {} as CoreRun
  expect(trouble()).toBe(undefined)
  world.answers = true
  expect(await beats(1)).toBe(undefined)
  world.run = undefined
  world.answers = false
  expect([await beats(8), world.hung]).toEqual([undefined, []])
})
