import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CapView } from '#contract/caps-api.ts'
import type { Inbound } from '#contract/inbound.ts'
import type { ClientTraffic } from '#contract/traffic.ts'
import type { ClientInboundUsage } from '#contract/usage-api.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { patient } from '#test/patient.ts'
import { deadlineMs, until } from '#test/until.ts'
import { type ClientCore, startClientCore, type Way } from './core/client-core.ts'
import { asSource, type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { openStreamSoon, reaches, type Stream } from './core/dial.ts'
import { createOrigin, type Origin } from './core/origin.ts'

// A node that is a panel of its own, with the real core: its monthly cap is used up in the middle of a download, and what a
// byte there costs is twice that of one here.

const day = 86_400
const trojan = { protocol: 'trojan', network: 'tcp', security: 'tls' } as const
const places = ['there', 'here', 'own'] as const
type Place = (typeof places)[number]

describe.skipIf(!coreBinary)('the monthly cap of a node', () => {
  const binary = coreBinary ?? ''
  let origin: Origin
  let centre: CorePanel
  let node: CorePanel
  let nodeId: number
  let placed: Inbound
  let apps: ClientCore
  const streams = new Map<Place, Stream>()

  const portOf = (place: Place) => apps.ports[places.indexOf(place)] ?? 0
  const bytesOf = (place: Place) => streams.get(place)?.bytes() ?? 0

  beforeAll(async () => {
    origin = await createOrigin()
    const [nodePort = 0, ...ports] = await freePorts(4)
    centre = await startCorePanel(binary)
    node = await startCorePanel(binary, { port: nodePort })
    for (const panel of [centre, node]) {
      await panel.until('running')
      await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
    }
    const { token } = await node.call<{ token: string }>('/panel/setting/apiTokens/create', {
      name: 'centre',
    })
    const added = await centre.call<{ id: number }>('/panel/api/nodes/add', {
      ...{ name: 'far', scheme: 'http', address: '127.0.0.1', port: nodePort, apiToken: token },
      allowPrivateAddress: true,
    })
    nodeId = added.id
    await centre.call(`/panel/api/nodes/update/${nodeId}`, { trafficMultiplier: 2 })
    const [far, home, own] = ports.map((port) => {
      const { id: _, tag: __, ...cell } = cellInbound(trojan, { port })
      return { ...cell, listen: '127.0.0.1' }
    })
    placed = await centre.call<Inbound>('/panel/api/inbounds/add', { ...far, nodeId })
    const here = await centre.call<Inbound>('/panel/api/inbounds/add', home)
    const others = await node.call<Inbound>('/panel/api/inbounds/add', own)
    const ann = await centre.addClient('ann', [placed.id, here.id])
    const bob = await node.addClient('bob', [others.id])
    const ways: Record<Place, Way> = {
      there: { inbound: asSource(placed), client: ann },
      here: { inbound: asSource(here), client: ann },
      own: { inbound: asSource(others), client: bob },
    }
    apps = await startClientCore(
      binary,
      places.map((place) => ways[place]),
    )
    for (const place of places) {
      await until(`${place} gets through`, () => reaches(portOf(place)))
      streams.set(place, await openStreamSoon(portOf(place), '/fast'))
    }
  })
  afterAll(async () => {
    for (const stream of streams.values()) stream.close()
    await apps?.stop()
    await Promise.all([centre?.stop(), node?.stop()])
    await origin?.close()
  })

  const cap = () => centre.read<CapView>(`/panel/api/caps/node/${nodeId}`)
  const capped = async () => (await centre.read<Inbound>(`/panel/api/inbounds/get/${placed.id}`)).capped?.does
  async function othersGoOn(): Promise<void> {
    for (const place of ['here', 'own'] as const) {
      const seen = bytesOf(place)
      await until(`${place} goes on`, () => bytesOf(place) > seen + 500_000)
    }
  }

  it('stop closes its inbounds and ends what goes through them; others there and here go on', async () => {
    await until('the node has counted', async () => (await cap()).used > 0)
    const { used } = await cap()
    await centre.call(`/panel/api/caps/node/${nodeId}`, { capBytes: used + 100_000, atEnd: 'stop' })
    await until('the cap is reached', async () => (await capped()) === 'stop')
    let [seen, at] = [bytesOf('there'), Date.now()]
    await until('the download there ends', () => {
      if (bytesOf('there') !== seen) [seen, at] = [bytesOf('there'), Date.now()]
      return Date.now() - at > patient(1_500) // the origin sends all the time
    })
    expect(await reaches(portOf('there'))).toBe(false)
    await othersGoOn()
    const [on] = (await node.read<Inbound[]>('/panel/api/inbounds/list')).filter(
      ({ port }) => port === placed.port,
    )
    expect(on?.enable).toBe(false)
  })

  it('bytes there count twice, and those here once', async () => {
    const { items, others } = await centre.read<{ items: ClientInboundUsage[]; others: number }>(
      '/panel/api/usage/client/ann',
    )
    const [there] = items
    expect(items).toMatchObject([{ nodeId, inboundId: 0 }])
    const real = (there?.up ?? 0) + (there?.down ?? 0)
    expect(real).toBeGreaterThanOrEqual(bytesOf('there'))
    expect(there?.charged).toBe(2 * real)
    const { up, down } = await centre.read<ClientTraffic>('/panel/api/clients/traffic/ann')
    expect(up + down).toBeGreaterThanOrEqual(2 * real + others)
  })

  it('opens by itself when the next month begins', async () => {
    const file = readdirSync(centre.folder).find((name) => name.endsWith('.db')) ?? ''
    const db = new DatabaseSync(join(centre.folder, file), { timeout: deadlineMs })
    for (const table of ['history_days', 'history_fine']) db.exec(`update ${table} set at = at - ${40 * day}`)
    db.close()
    await until('it is open again', async () => (await capped()) === undefined)
    await until('it gets through', () => reaches(portOf('there')))
    expect((await cap()).stage).toBe('below')
    await othersGoOn()
  })
})
