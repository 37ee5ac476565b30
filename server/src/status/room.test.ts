import { describe, expect, it } from 'vitest'
import { type CoreStatus, Status, statusApi } from '#contract/status.ts'
import { methodsOf, pathsOf } from '#contract/wire.ts'
import { createFakeClock } from '#test/fixtures/fake-clock.ts'
import type { HostReading } from './host.ts'
import { createStatus } from './room.ts'
import { statusRoutes } from './routes.ts'

const START = 1_700_000_040_000

function reading(n: number): HostReading {
  return {
    cpu: { busy: n * 50, total: n * 200 },
    cores: 2,
    logical: 4,
    mhz: 2700.1,
    mem: { current: 25, total: 100 },
    swap: { current: 0, total: 0 },
    disk: { current: 1, total: 2 },
    diskTotals: { read: n * 4096, write: n * 8192 },
    uptime: 100.25 + n * 2.1,
    loads: [0.1, 0.2, 0.3],
    tcp: 5,
    udp: 6,
    net: { sent: n * 2001, recv: n * 4001, pktSent: n * 20, pktRecv: n * 40 },
    publicIp: { ipv4: 'N/A', ipv6: 'N/A' },
    app: { threads: 11, mem: 12_345, uptime: 1.9 },
  }
}

function setUp() {
  const clock = createFakeClock(START)
  const lines: string[] = []
  let reads = 0
  let broken = false
  let state: CoreStatus['state'] = 'running'
  const status = createStatus({
    dataFolder: '/nowhere',
    panelVersion: '3.0.2',
    panelGuid: 'guid',
    core: {
      status: () => ({ state, errorMsg: '', version: '26.4.25' }),
      provider: { progress: () => undefined },
    },
    online: { emails: () => Array.from({ length: 7 }, (_, i) => `client${i}`) },
    clientRate: { now: () => ({ up: 3, down: 4 }) },
    now: clock.now,
    timers: clock.timers,
    log: { info: () => {}, warn: (_, message) => lines.push(message) },
    host: {
      async read() {
        if (broken) throw new Error('no /proc')
        return reading(++reads)
      },
    },
  })
  return {
    clock,
    lines,
    status,
    breakHost: (on: boolean) => {
      broken = on
    },
    setState: (next: CoreStatus['state']) => {
      state = next
    },
  }
}

describe('status', () => {
  it('is null until the first sample, then fits the contract with whole integers', async () => {
    const { clock, status } = setUp()
    expect(status.current()).toBeNull()
    status.start()
    await clock.advance(0)
    expect(Status.parse(status.current())).toMatchObject({ cpu: 0, netIO: { up: 0, down: 0 }, uptime: 102 })
    expect(status.history('cpu', 2)).toEqual([])
    await clock.advance(2000)
    expect(Status.parse(status.current())).toMatchObject({
      cpu: 25,
      uptime: 104,
      netIO: { up: 953, down: 1905, pktUp: 10, pktDown: 19 },
      netTraffic: { sent: 4002, recv: 8002, pktSent: 40, pktRecv: 80 },
      diskIO: { read: 1950, write: 3901 },
      appStats: { threads: 11, mem: 12_345, uptime: 1 },
      panelVersion: '3.0.2',
      panelGuid: 'guid',
      xray: { state: 'running', errorMsg: '', version: '26.4.25' },
    })
    await status.stop()
    expect(clock.waiting()).toBe(0)
  })

  it("shows the core's current state, not that of the last sample", async () => {
    const { clock, status, setState } = setUp()
    status.start()
    await clock.advance(0)
    setState('stop')
    expect(status.current()?.xray.state).toBe('stop')
    await status.stop()
  })

  it('keeps a history of every metric and tells listeners of every sample', async () => {
    const { clock, status, lines } = setUp()
    const heard: number[] = []
    status.onSample(() => {
      throw new Error('a bad listener')
    })
    const end = status.onSample((sample) => heard.push(sample.cpu))
    status.start()
    await clock.advance(4000)
    end()
    await clock.advance(2000)
    expect(heard).toEqual([0, 25, 25])
    const t = START / 1000
    const times = [t + 2, t + 4, t + 6]
    expect(status.history('online', 2)).toEqual(times.map((at) => ({ t: at, v: 7 })))
    expect(status.cpuHistory('2')).toEqual(times.map((at) => ({ t: at, cpu: 25 })))
    expect(status.history('mem', 2)[0]!.v).toBe(25)
    expect(status.history('load15', 2)[0]!.v).toBe(0.3)
    expect(lines).toContain('a status listener failed')
    await status.stop()
  })

  it('keeps the last figures when a reading fails, and goes on', async () => {
    const { clock, status, breakHost } = setUp()
    status.start()
    await clock.advance(2000)
    breakHost(true)
    await clock.advance(4000)
    expect(status.current()?.cpu).toBe(25)
    breakHost(false)
    await clock.advance(2000)
    expect(status.history('cpu', 2)).toHaveLength(2)
    await status.stop()
  })

  it('answers its three endpoints, the status on both paths', () => {
    const { status } = setUp()
    const mounted = new Map<string, (call: { params: Record<string, string> }) => unknown>()
    statusRoutes((e, handler) => {
      // These handlers read only params.
      const call = handler as (call: { params: Record<string, string> }) => unknown
      for (const method of methodsOf(e)) for (const path of pathsOf(e)) mounted.set(`${method} ${path}`, call)
    }, status)
    expect(mounted.get('GET /api/server/status')!({ params: {} })).toBeNull()
    expect(mounted.get('GET /panel/api/server/status')!({ params: {} })).toBeNull()
    expect(mounted.get('GET /panel/api/server/cpuHistory/:bucket')!({ params: { bucket: '30' } })).toEqual([])
    const history = mounted.get('GET /panel/api/server/history/:metric/:bucket')!
    expect(statusApi.history.reply.parse(history({ params: { metric: 'netUp', bucket: '2' } }))).toEqual([])
    expect(() => history({ params: { metric: 'netUp', bucket: '3' } })).toThrow(/bucket: Choose one of/)
  })
})
