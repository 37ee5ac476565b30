import { expect, it } from 'vitest'
import { createConnections } from '#server/connections/room.ts'
import { createCoreApi } from '#server/core/api/client.ts'
import { silentLog } from '#server/platform/log.ts'
import { until } from '#test/until.ts'
import { hasCore } from './core/binary.ts'
import { startVision, type Vision } from './core/vision.ts'

const MB = 1_000_000

/** Whether the core splices depends on how the first packets were split: if it did not, try another one. */
async function splicedDownload(vision: Vision, counted: () => Promise<number>) {
  for (let tries = 0; ; tries++) {
    const before = await counted()
    const download = await vision.download()
    await until('a part of it came', () => download.bytes() > 2 * MB)
    if ((await counted()) - before < MB || tries === 4) return download
    download.stop()
  }
}

it.runIf(hasCore())(
  'a spliced download is seen while the core does not count it, and not twice once it does',
  async () => {
    let onLine = (_line: string) => {}
    const vision = await startVision((line) => onLine(line))
    const api = createCoreApi(`127.0.0.1:${vision.apiPort}`)
    const sessions = createConnections({
      core: { pid: () => vision.pid, api: () => api, inboundPorts: () => [vision.inbound] },
      now: Date.now,
      log: silentLog,
    })
    onLine = sessions.onLine
    let ledger = 0
    const live = sessions.liveBytes({ counted: () => ledger })
    /** As the tick does it: the counters first, the kernel right after. */
    const tick = async () => {
      const counters = await api.counters('user>>>ann>>>traffic')
      ledger = counters.reduce((sum, { value }) => sum + value, 0)
      return (await live.uncounted()).get('ann') ?? 0
    }
    try {
      expect(await tick()).toBe(0)
      const download = await splicedDownload(vision, async () => {
        await tick()
        return ledger
      })
      const base = ledger
      expect(download.protocol).toBe('TLSv1.3')
      await until('five megabytes came', () => download.bytes() > 5 * MB)
      const atFive = await tick()
      expect(ledger - base).toBeLessThan(MB)
      expect(atFive).toBeGreaterThan(3.9 * MB)
      expect(live.speeds().get('ann')?.down).toBeGreaterThan(100_000)
      await until('twelve megabytes came', () => download.bytes() > 12 * MB)
      const atTwelve = await tick()
      expect(ledger - base).toBeLessThan(MB)
      expect(atTwelve).toBeGreaterThan(10.5 * MB)
      const delivered = download.bytes()
      download.stop()
      await until('the core counts it', async () => {
        await tick()
        return ledger - base > delivered - MB
      })
      expect(await tick()).toBe(0)
    } finally {
      api.close()
      await vision.stop()
    }
  },
)
