import { expect, it } from 'vitest'
import { createCoreMetrics, type RunningCore } from './room.ts'

type Running = NonNullable<ReturnType<RunningCore['connected']>>
type Api = Running['api']

function stage(config: Record<string, unknown> = {}) {
  let seconds = 1_000_000
  let gc = 10
  let asked = 0
  const outbounds = [
    { outboundTag: 'b', alive: false, delay: 99_999_999n, lastSeenTime: 5n, lastTryTime: 9n },
    { outboundTag: 'a', alive: true, delay: 40n, lastSeenTime: 8n, lastTryTime: 9n },
  ]
  // Only the fields that the room reads.
  const api = {
    sysStats: async () => ({ alloc: 7n, sys: 9n, liveObjects: 3n, gc, pauseTotalNs: BigInt(gc * 100) }),
    observatory: async () => {
      asked++
      return outbounds
    },
  } as unknown as Api
  const core: Running = { api, config }
  let running: Running | undefined = core
  const metrics = createCoreMetrics({
    core: { connected: () => running },
    now: () => seconds * 1000,
    outboundWatch: () => {},
  })
  return {
    ...metrics,
    asked: () => asked,
    outbounds,
    async tick(collections = 1) {
      gc += collections
      seconds += 2
      await metrics.job.run()
    },
    end: () => {
      running = undefined
    },
  }
}

it("reports the core's figures, the GC pause as a mean since the last reading", async () => {
  const s = stage()
  expect(s.state()).toEqual({ enabled: true, listen: '' })
  await s.tick()
  await s.tick(4)
  expect(s.history('xrAlloc', '2').map((p) => p.v)).toEqual([7, 7])
  expect(s.history('xrNumGC', '2').map((p) => p.v)).toEqual([11, 15])
  expect(s.history('xrPauseNs', '2').map((p) => p.v)).toEqual([100, 100])
  expect(() => s.history('cpu', '2')).toThrow('metric: Choose one of')
  expect(() => s.history('xrSys', '7')).toThrow('bucket')
  expect([s.asked(), s.observatory()]).toEqual([0, []])
})

it('shows observatory results by tag, with the delay of live outbounds', async () => {
  const s = stage({ burstObservatory: {} })
  await s.tick()
  expect(s.observatory()).toEqual([
    { tag: 'a', alive: true, delay: 40, lastSeenTime: 8, lastTryTime: 9, updatedAt: 1_000_002 },
    { tag: 'b', alive: false, delay: 99_999_999, lastSeenTime: 5, lastTryTime: 9, updatedAt: 1_000_002 },
  ])
  expect(s.observatoryHistory('a', '2')).toEqual([{ t: 1_000_002, v: 40 }])
  expect(s.observatoryHistory('b', '2')).toEqual([])
  expect(() => s.observatoryHistory('c', '2')).toThrow('unknown observatory tag')
  s.outbounds.pop()
  await s.tick()
  expect(() => s.observatoryHistory('a', '2')).toThrow('unknown observatory tag')
})

it('says why there are no figures when no core runs', async () => {
  const s = stage({ observatory: {} })
  await s.tick()
  s.end()
  await s.tick()
  expect(s.state()).toEqual({ enabled: false, listen: '', reason: 'The core does not run.' })
  expect([s.observatory(), s.history('xrSys', '2').length]).toEqual([[], 1])
})
