import { expect, it } from 'vitest'
import { createCoreApi } from '#server/core-api/client.ts'
import { silentLog } from '#server/log.ts'
import { createSessions } from '#server/sessions/room.ts'
import { hasCore } from './core/binary.ts'
import { until } from './core/stream.ts'
import { startVision } from './core/vision.ts'

const MB = 1_000_000

it.runIf(hasCore())(
  'a spliced download is seen while the core does not count it, and once it does no more',
  async () => {
    let onLine = (_line: string) => {}
    const vision = await startVision((line) => onLine(line))
    const api = createCoreApi(vision.apiPort)
    const sessions = createSessions({
      pid: () => vision.pid,
      api: () => api,
      inbounds: () => [vision.inbound],
      now: Date.now,
      log: silentLog,
    })
    onLine = sessions.onLine
    let ledger = 0
    const live = sessions.liveBytes(() => ledger)
    /** As the tick does it: the counters first, the kernel right after. */
    const tick = async () => {
      const counters = await api.counters('user>>>ann>>>traffic')
      ledger = counters.reduce((sum, { value }) => sum + value, 0)
      return (await live.uncounted()).get('ann') ?? 0
    }
    try {
      expect(await tick()).toBe(0)
      const download = await vision.download()
      expect(download.protocol).toBe('TLSv1.3')
      await until('five megabytes came', () => download.bytes() > 5 * MB)
      const atFive = await tick()
      expect(ledger).toBeLessThan(MB)
      expect(atFive).toBeGreaterThan(4 * MB)
      expect(live.speeds().get('ann')?.down).toBeGreaterThan(100_000)
      await until('twelve megabytes came', () => download.bytes() > 12 * MB)
      const atTwelve = await tick()
      expect(ledger).toBeLessThan(MB)
      expect(atTwelve).toBeGreaterThan(11 * MB)
      const delivered = download.bytes()
      download.stop()
      await until('the core counts it', async () => {
        await tick()
        return ledger > delivered
      })
      expect(await tick()).toBe(0)
    } finally {
      api.close()
      await vision.stop()
    }
  },
)
