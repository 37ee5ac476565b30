import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientInboundUsage } from '#contract/usage-api.ts'
import { clientOf } from '#domain/core-config/user-names.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { patient } from '#test/patient.ts'
import { subscriberOf } from '#test/subscriber.ts'
import { until } from '#test/until.ts'
import { type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { type Bytes, coreUsers, quietCounters } from './core/metered.ts'
import { createOrigin, type Origin } from './core/origin.ts'
import { isOver, openStream, type Stream, startSource } from './core/stream.ts'
import { openServed, type ServedApp, servedFormats } from './real-apps/served.ts'

// Three client programs on the files that the panel serves, with two inbounds in each: what happens to their downloads and
// to their bytes while the operator changes how bytes are counted and what they cost.

const formats = servedFormats.filter(({ binary }) => binary !== '')
/** More than this is not the start of a connection, nor a handshake. */
const overhead = 16_384

interface Usage {
  items: ClientInboundUsage[]
  others: number
}

describe.skipIf(formats.length < servedFormats.length)('bytes by inbound, in the programs of people', () => {
  let source: Awaited<ReturnType<typeof startSource>>
  let target: Origin
  let panel: CorePanel
  const inbounds: Awaited<ReturnType<CorePanel['addInbound']>>[] = []
  const apps = new Map<string, ServedApp>()
  let served: (format: (typeof formats)[number]) => Promise<string>
  const namesOf = ({ name }: { name: string }) => ['vless', 'trojan'].map((remark) => `${remark}-${name}`)
  /** By program. */
  const streams = new Map<string, Stream[]>(formats.map(({ name }) => [name, []]))
  const all = (): Stream[] => [...streams.values()].flat()

  beforeAll(async () => {
    source = await startSource()
    target = await createOrigin()
    const [subPort = 0, ...ports] = await freePorts(3)
    panel = await startCorePanel(servedFormats[0]?.binary ?? '', {
      env: { SLUICE_SUB_PORT: String(subPort) },
    })
    await panel.until('running')
    await panel.call('/panel/api/setting/update', { subSingboxEnable: true, subJsonEnable: true })
    await panel.call('/panel/xray/update', { xraySetting: templateTo(source.port) })
    for (const [i, cell] of (
      [
        { protocol: 'vless', network: 'tcp', security: 'reality' },
        { protocol: 'trojan', network: 'tcp', security: 'tls' },
      ] as const
    ).entries()) {
      const made = cellInbound(cell, { port: ports[i] ?? 0, target: target.realityTarget })
      inbounds.push(await panel.addInbound({ ...made, remark: cell.protocol }))
    }
    const ask = subscriberOf(subPort)
    served = async ({ name, path }) => {
      const { status, body } = await ask(`/${path}/${name}-page`, { host: '127.0.0.1' })
      expect([name, status]).toEqual([name, 200])
      return body
    }
    for (const format of formats) {
      const ids = inbounds.map(({ id }) => id)
      await panel.addClient(format.name, ids, { subId: `${format.name}-page` })
      apps.set(format.name, await openServed(format, await served(format), namesOf(format)))
    }
    await download()
  })
  afterAll(async () => {
    for (const stream of all()) stream.stop()
    for (const app of apps.values()) await app.stop()
    await panel?.stop()
    await source?.stop()
    await target?.close()
  })

  /** One more of each program through each inbound. */
  async function download(): Promise<void> {
    for (const [name, app] of apps)
      streams.get(name)?.push(...app.doors.map((door) => openStream(door, source.port)))
    await goOn()
  }
  async function goOn(): Promise<void> {
    const had = all().map(({ bytes }) => bytes)
    await until('every download goes on', () => all().every(({ bytes }, i) => bytes > (had[i] ?? 0) + 50_000))
    expect(all().filter(({ ended }) => ended !== undefined)).toEqual([])
  }
  /** New connections have these names from now on. */
  async function named(isApart: boolean): Promise<void> {
    for (const { id, tag } of inbounds)
      await until(`${tag} counts ${isApart ? 'apart' : 'together'}`, async () => {
        const names = (await coreUsers(panel, tag)).filter((name) =>
          formats.some((f) => f.name === clientOf(name)),
        )
        return (
          names.length === formats.length && names.every((name) => name.startsWith(`@${id}/`) === isApart)
        )
      })
  }
  /** A new connection on the first inbound. */
  async function getsThrough(name: string): Promise<boolean> {
    const stream = openStream(apps.get(name)?.doors[0] ?? 0, source.port)
    const end = Date.now() + patient(1_500)
    while (stream.bytes === 0 && Date.now() < end) await pause(25)
    stream.stop()
    return stream.bytes > 0
  }
  const usage = (email: string, query = '') => panel.read<Usage>(`/panel/api/usage/client/${email}${query}`)
  const setApart = (trafficPerInbound: boolean) =>
    panel.call('/panel/api/setting/update', { trafficPerInbound })
  const multiply = (rates: readonly number[]) =>
    Promise.all(
      inbounds.map(({ id }, i) =>
        panel.call(`/panel/api/inbounds/update/${id}`, { trafficMultiplier: rates[i] }),
      ),
    )

  it('counting by inbound begins, ends and begins again under a download: nobody is dropped', async () => {
    const { pid } = panel.record()
    for (const isApart of [true, false, true]) {
      await setApart(isApart)
      await named(isApart)
      await goOn()
    }
    expect(panel.record().pid).toBe(pid)
  })

  it('a multiplier changes under a download: each byte costs what it costs at its moment', async () => {
    await download() // counted apart from the first byte on
    for (const rates of [
      [2.5, 0.5],
      [3, 1],
    ]) {
      await multiply(rates)
      await goOn()
      const first = new Map<string, Usage>()
      for (const { name } of formats) first.set(name, await usage(name))
      for (const { name } of formats)
        await expect
          .poll(async () => costs(first.get(name), await usage(name)), {
            message: `${name} at ${rates.join()}`,
          })
          .toEqual(rates)
    }
  })

  /** What a byte on each inbound cost in between. */
  const costs = (before: Usage | undefined, after: Usage): number[] =>
    inbounds.map(({ id }) => {
      const [a, b] = [before, after].map((one) => one?.items.find((item) => item.inboundId === id))
      const real = (b?.up ?? 0) + (b?.down ?? 0) - (a?.up ?? 0) - (a?.down ?? 0)
      // Charges are shown rounded down: of thousands of bytes, a hundredth is exact.
      return real > 10_000 ? Math.round((((b?.charged ?? 0) - (a?.charged ?? 0)) / real) * 1_000) / 1_000 : 0
    })

  it('every byte that the programs got was counted, and everything that was counted is stored', async () => {
    source.pause()
    await quietCounters(panel)
    const got = new Map([...streams].map(([name, some]) => [name, some.reduce((sum, s) => sum + s.bytes, 0)]))
    for (const stream of all()) stream.stop()
    const counted = new Map<string, Bytes>()
    for (const [user, { up, down }] of await quietCounters(panel)) {
      const known = counted.get(clientOf(user)) ?? { up: 0, down: 0 }
      counted.set(clientOf(user), { up: known.up + up, down: known.down + down })
    }
    for (const { name } of formats) {
      const { up, down } = counted.get(name) ?? { up: 0, down: 0 }
      const received = got.get(name) ?? 0
      expect([name, down >= received, down <= received + overhead, up < overhead]).toEqual([
        name,
        true,
        true,
        true,
      ])
      await expect
        .poll(async () => {
          const { items, others } = await usage(name, '?range=today')
          return items.reduce((sum, item) => sum + item.up + item.down, others)
        })
        .toBe(up + down)
    }
  })

  it('a quota for one inbound is used up under a download: it ends there, and the other inbound goes on', async () => {
    source.resume()
    for (const some of streams.values()) some.length = 0
    await download()
    const [dear] = inbounds
    const quotas = [{ on: 'inbound', inboundId: dear?.id, bytes: 300_000, reset: 'client' }]
    for (const { name } of formats) await panel.call(`/panel/api/clients/update/${name}`, { quotas })
    for (const { name } of formats) {
      const [closed, other] = streams.get(name) as [Stream, Stream]
      await until(`${name} is cut there`, () => isOver(closed, other))
    }
    for (const format of formats) {
      const body = await served(format)
      expect([format.name, namesOf(format).map((name) => body.includes(name))]).toEqual([
        format.name,
        [false, true],
      ])
      expect([format.name, await getsThrough(format.name)]).toEqual([format.name, false])
    }
    for (const some of streams.values()) some.shift()
    await goOn()
  })

  it('after a reset all of them have both again, by the file that they had', async () => {
    for (const { name } of formats) await panel.call(`/panel/api/clients/resetTraffic/${name}`)
    for (const format of formats) await until(`${format.name} gets through`, () => getsThrough(format.name))
    await goOn()
    for (const format of formats) expect(await served(format)).toContain(namesOf(format)[0])
  })
})
