import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coreBinary } from '#test/core-binary.ts'
import { deadlineMs, until } from '#test/until.ts'
import { type CorePanel, newFolder, startCorePanel } from './core/core-panel.ts'
import { fetchThrough, reaches } from './core/dial.ts'
import {
  added,
  type Bytes,
  type Clients,
  coreCounters,
  type Kind,
  kindNames,
  type NamedWay,
  openClients,
  quietCounters,
  settle,
  trafficOf,
} from './core/metered.ts'
import { createOrigin, megabyte, type Origin } from './core/origin.ts'

const long = Boolean(process.env.SLUICE_LONG)
const coreRestarts = long ? 20 : 2
const panelKills = long ? 50 : 2
/** Of one response of the origin: its header, and nothing of the protocol itself (the core counts payload). */
const headBytes = 512

describe.skipIf(!coreBinary)('metering with the real core', { timeout: long ? 900_000 : 300_000 }, () => {
  const binary = coreBinary ?? ''
  const folder = newFolder()
  let origin: Origin
  let panel: CorePanel
  let ways: NamedWay[]
  let clients: Clients
  /** Counted by cores that have ended. */
  let truth = new Map<string, Bytes>()

  beforeAll(async () => {
    origin = await createOrigin()
    panel = await startCorePanel(binary, { folder })
    await panel.until('running')
    ways = await settle(panel, origin)
    clients = await openClients(binary, ways)
    for (const kind of kindNames) await until(`${kind} gets through`, () => reaches(portOf(kind)))
  })
  const portOf = (kind: Kind) => clients.portOf(kind)
  afterAll(async () => {
    await clients?.stop()
    await panel?.stop()
    await origin?.close()
  })

  /** What the cores counted, and the ledger once it agrees or the time is up. */
  async function compare(counters: ReadonlyMap<string, Bytes>) {
    const cores = Object.fromEntries(added(truth, counters))
    const ledger: Record<string, Bytes> = {}
    const agrees = async () => {
      for (const email of Object.keys(cores)) {
        const { up, down } = await trafficOf(panel, email)
        ledger[email] = { up, down }
      }
      return isDeepStrictEqual(ledger, cores)
    }
    await until('the ledger agrees', agrees).catch(() => {}) // the caller shows the difference
    return { cores, ledger }
  }

  it('known bytes through every protocol: the counters are payload and agree to the byte', async () => {
    const before = await quietCounters(panel)
    await Promise.all(kindNames.map((kind) => fetchThrough(portOf(kind), deadlineMs)))
    const after = await quietCounters(panel)
    for (const kind of kindNames) {
      const grew = (after.get(kind)?.down ?? 0) - (before.get(kind)?.down ?? 0)
      expect([kind, grew >= megabyte, grew <= megabyte + headBytes]).toEqual([kind, true, true])
      const sent = (after.get(kind)?.up ?? 0) - (before.get(kind)?.up ?? 0)
      expect([kind, sent > 0, sent <= headBytes]).toEqual([kind, true, true])
    }
    const { cores, ledger } = await compare(after)
    expect(ledger).toEqual(cores)
  })

  it(`${coreRestarts} restarts of the core lose nothing and double nothing`, async () => {
    for (let i = 0; i < coreRestarts; i++) {
      // A busy core may end a connection before its first byte; the sums have to agree all the same.
      const getsThrough = (kind: (typeof kindNames)[number]) =>
        until(`${kind} gets through`, () => reaches(portOf(kind), deadlineMs))
      await Promise.all(kindNames.map(getsThrough))
      truth = added(truth, await quietCounters(panel))
      await clients.stop() // a Hysteria client would wait half a minute for the old core
      await panel.call('/panel/api/server/restartXrayService')
      await panel.until('running')
      clients = await openClients(binary, ways)
    }
    const { cores, ledger } = await compare(await quietCounters(panel))
    expect(ledger).toEqual(cores)
  })

  it(`${panelKills} kill -9 of the panel in the middle of traffic lose nothing and double nothing`, async () => {
    const { pid } = panel.record()
    let going = true
    const traffic = kindNames.map(async (kind) => {
      while (going) await reaches(portOf(kind), 5_000)
    })
    try {
      for (let i = 0; i < panelKills; i++) {
        await new Promise((next) => setTimeout(next, 500 + ((i * 3_977) % 7_000)))
        await panel.program.kill('SIGKILL')
        panel = await startCorePanel(binary, { folder })
        await panel.until('running')
      }
    } finally {
      going = false
      await Promise.all(traffic)
    }
    expect(panel.record().pid).toBe(pid) // the core kept running, and was adopted each time
    const { cores, ledger } = await compare(await quietCounters(panel))
    expect(ledger).toEqual(cores)
  })

  it('the last bytes before a stop of the panel are in the ledger', async () => {
    await until('vmess gets through', () => reaches(portOf('vmess')))
    await fetchThrough(portOf('vmess'), deadlineMs)
    truth = added(truth, await quietCounters(panel))
    await panel.program.kill('SIGTERM')
    panel = await startCorePanel(binary, { folder })
    await panel.until('running')
    const { cores, ledger } = await compare(await coreCounters(panel))
    expect(ledger).toEqual(cores)
  })

  it('first bytes that only the last reading sees trigger a delayed start', async () => {
    const day = 86_400_000
    const api = '/panel/api'
    const ends = {
      'a restart of the core': () => panel.call(`${api}/server/restartXrayService`),
      'a stop of the core': async () => {
        await panel.call(`${api}/server/stopXrayService`)
        await panel.call(`${api}/server/restartXrayService`)
      },
      'a stop of the panel': async () => {
        await panel.program.kill('SIGTERM')
        panel = await startCorePanel(binary, { folder })
      },
    }
    for (const [what, end] of Object.entries(ends)) {
      await clients.stop()
      clients = await openClients(binary, ways)
      await until('trojan gets through', () => reaches(portOf('trojan')))
      await panel.call(`${api}/clients/update/vmess`, { expiryTime: -7 * day })
      const before = Date.now()
      await fetchThrough(portOf('vmess'), deadlineMs)
      await end()
      await panel.until('running')
      const expiry = async () => (await trafficOf(panel, 'vmess')).expiryTime
      await expect.poll(expiry, { message: what }).toBeGreaterThan(before + 6 * day)
      expect(await expiry(), what).toBeLessThan(before + 8 * day)
    }
  })
})
