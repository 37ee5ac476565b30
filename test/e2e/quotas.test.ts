import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientQuota } from '#contract/quotas-api.ts'
import type { ClientTraffic } from '#contract/traffic.ts'
import { clientOf } from '#domain/core-config/user-names.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore, type Way } from './core/client-core.ts'
import { askCore, countedInCore } from './core/core-counters.ts'
import { type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { openStreamSoon, reaches, type Stream } from './core/dial.ts'
import { createOrigin, type Origin } from './core/origin.ts'

const cells: Cell[] = [
  { protocol: 'vless', network: 'tcp', security: 'reality' },
  { protocol: 'trojan', network: 'tcp', security: 'tls' },
  { protocol: 'vmess', network: 'ws', security: 'none' },
]
const dear = 0
const ann = 'ann'

describe.skipIf(!coreBinary)('quotas for inbounds, with a real core', () => {
  const binary = coreBinary ?? ''
  let origin: Origin
  let panel: CorePanel
  let apps: ClientCore
  let streams: Stream[]
  const kept: Way['inbound'][] = []

  beforeAll(async () => {
    origin = await createOrigin()
    panel = await startCorePanel(binary)
    await panel.until('running')
    await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
    const ports = await freePorts(cells.length)
    for (const [i, cell] of cells.entries())
      kept.push(
        await panel.addInbound(cellInbound(cell, { port: ports[i] ?? 0, target: origin.realityTarget })),
      )
    // One client on all of them, and somebody else on the first.
    const client = await panel.addClient(
      ann,
      kept.map(({ id }) => id),
    )
    const ways: Way[] = kept.map((inbound) => ({ inbound, client }))
    const first = kept[dear] as Way['inbound'] // there is one
    ways.push({ inbound: first, client: await panel.addClient('bob', [first.id]) })
    apps = await startClientCore(binary, ways)
    for (const port of apps.ports) await until('the client gets through', () => reaches(port))
    streams = await Promise.all(apps.ports.map((port) => openStreamSoon(port)))
  })
  afterAll(async () => {
    for (const stream of streams ?? []) stream.close()
    await apps?.stop()
    await panel?.stop()
    await origin?.close()
  })

  const namesOn = (i: number) =>
    askCore(panel, async (api) =>
      (await api.userEmails(kept[i]?.tag ?? '')).filter((n) => ['ann', 'bob'].includes(clientOf(n))).sort(),
    )
  const quotas = () => panel.read<ClientQuota[]>(`/panel/api/clients/quotas/${ann}`)
  const setQuotas = (...wanted: { i: number; bytes: number }[]) =>
    panel.call(`/panel/api/clients/update/${ann}`, {
      quotas: wanted.map(({ i, bytes }) => ({
        ...{ on: 'inbound', inboundId: kept[i]?.id, bytes, reset: 'client' },
      })),
    })
  const flowing = async () => (await Promise.all(streams.map((s) => s.flows()))).map(Boolean)
  const links = () => panel.read<string[]>(`/panel/api/clients/links/${ann}`)
  const named = (i: number) => `@${kept[i]?.id}/${ann}`

  it('the first quotas are set under open downloads, and none of them ends', async () => {
    const { pid } = panel.record()
    const far = 10 ** 12
    await setQuotas({ i: 0, bytes: far }, { i: 1, bytes: far }, { i: 2, bytes: far })
    for (const i of [0, 1, 2]) await until('its own name', async () => (await namesOn(i)).includes(named(i)))
    expect(await namesOn(0)).toEqual([named(0), 'bob'].sort())
    expect(await flowing()).toEqual([true, true, true, true])
    for (const port of apps.ports) expect(await reaches(port, 5_000)).toBe(true)
    await setQuotas()
    for (const i of [0, 1, 2]) await until('its plain name', async () => (await namesOn(i)).includes(ann))
    expect(await flowing()).toEqual([true, true, true, true])
    await setQuotas({ i: 0, bytes: far }, { i: 1, bytes: far }, { i: 2, bytes: far })
    for (const i of [0, 1, 2]) await until('its own name', async () => (await namesOn(i)).includes(named(i)))
    expect(panel.record().pid).toBe(pid)
  })

  it('no byte is lost over it', async () => {
    for (const stream of streams) stream.close()
    const lost = async () => {
      const counted = await countedInCore(panel, ann)
      const { up, down } = await panel.read<ClientTraffic>(`/panel/api/clients/traffic/${ann}`)
      return counted - up - down
    }
    await expect.poll(lost).toBe(0)
  })

  it('one that is used up ends what is open there, also from before it was set, and nothing else', async () => {
    await setQuotas()
    for (const i of [0, 1, 2]) await until('its plain name', async () => (await namesOn(i)).includes(ann))
    streams = await Promise.all(apps.ports.map((port) => openStreamSoon(port)))
    await setQuotas({ i: dear, bytes: 10 ** 12 }, { i: 1, bytes: 10 ** 12 })
    await until('its own name', async () => (await namesOn(dear)).includes(named(dear)))
    expect(await reaches(apps.ports[dear] ?? 0, 5_000)).toBe(true)
    await until('bytes are counted there', async () => (await quotas()).some(({ used }) => used > 50_000))
    await setQuotas({ i: dear, bytes: 1 }, { i: 1, bytes: 10 ** 12 })
    await until('ann is cut', async () => !(await streams[dear]?.flows(1_000)))
    expect((await flowing()).slice(1)).toEqual([true, true, true])
    expect(await namesOn(dear)).toEqual(['bob'])
    expect(await links()).toHaveLength(2)
    expect(await reaches(apps.ports[dear] ?? 0, 1_500)).toBe(false)
    for (const port of apps.ports.slice(1)) expect(await reaches(port, 5_000)).toBe(true)
    expect(await quotas()).toMatchObject([{ spent: true, closed: [kept[dear]?.id] }, { spent: false }])
  })

  it('the tick that counts the last byte of it ends the download, and a reset opens it at once', async () => {
    await panel.call(`/panel/api/clients/resetTraffic/${ann}`, {})
    await until('it is open', () => reaches(apps.ports[dear] ?? 0, 5_000))
    expect(await links()).toHaveLength(3)
    const stream = await openStreamSoon(apps.ports[dear] ?? 0, '/fast')
    const [{ used = 0 } = {}] = await quotas()
    await setQuotas({ i: dear, bytes: used + 2_000_000 })
    await until('the download is cut', async () => !(await stream.flows(1_000)))
    expect(stream.bytes()).toBeGreaterThan(1_000_000)
    expect(await namesOn(dear)).toEqual(['bob'])
    expect((await flowing()).slice(1)).toEqual([true, true, true])
    stream.close()
  })
})
