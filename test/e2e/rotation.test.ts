import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ClientFields } from '#contract/client.ts'
import type { Entries } from '#contract/entries-api.ts'
import type { RotationState } from '#contract/rotation-api.ts'
import { coreBinary } from '#test/core-binary.ts'
import { freePort } from '#test/free-port.ts'
import { clients, inbounds } from '#test/inbounds.ts'
import { linksIn, subscriberOf } from '#test/subscriber.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore } from './core/client-core.ts'
import { openStream, reaches, type Stream } from './core/dial.ts'
import { type EntriesStage, type Name, stageEntries, told } from './entries-stage.ts'

// With the real core: nobody is disconnected when a port comes or goes, and the old port is closed afterwards.

const rotated: Name[] = ['reality', 'vmess', 'shadowsocks']

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end())
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })

describe.skipIf(!coreBinary)('a rotation of the port', () => {
  const binary = coreBinary ?? ''
  let stage: EntriesStage
  const cores: ClientCore[] = []
  const streams: Stream[] = []
  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', binary)
    stage = await stageEntries()
  })
  afterAll(async () => {
    for (const stream of streams) stream.close()
    for (const core of cores) await core.stop()
    await stage?.close()
    vi.unstubAllEnvs()
  })

  const tick = () => stage.t.panel.rotation.job.run(new AbortController().signal)
  const pools = { address: [], sni: [], shortId: [] }

  /** A client's own core, which dials this port. */
  async function clientAt(name: Name, client: ClientFields, port: number): Promise<number> {
    const core = await startClientCore(binary, [{ inbound: { ...stage.inbound(name), port }, client }])
    cores.push(core)
    return core.ports[0] ?? 0
  }

  it.each(rotated)('%s: connections survive, clients come over, the old port is closed', async (name) => {
    const { id, port: old, tag } = stage.inbound(name)
    const [fresh, email] = [await freePort(), `on-${name}`]
    const call = (what: string, body?: object) =>
      told(stage.me.post<RotationState>(`${inbounds}/${id}/rotation${what}`, body))
    await told(stage.me.post(`${clients}/add`, { client: { email, subId: email }, inboundIds: [id] }))
    const { client } = await told(stage.me.get<{ client: ClientFields }>(`${clients}/get/${email}`))
    const before = await clientAt(name, client, old)
    await until('the client gets through the old port', () => reaches(before))
    const stream = await openStream(before)
    streams.push(stream)

    await call('', { pools: { ...pools, port: [String(fresh)] } })
    await call('/start')
    const after = await clientAt(name, client, fresh)
    await until('the client gets through the new port', () => reaches(after))
    expect(await reaches(before)).toBe(true)
    expect(await stream.flows()).toBe(true)
    const { entries } = await told(stage.me.post<Entries>(`/panel/api/health/entries/check/${id}`))
    expect(entries.map(({ port, state }) => [port, state])).toEqual([
      [fresh, 'good'],
      [old, 'good'],
    ])

    const get = subscriberOf(stage.t.subPort)
    const ports = linksIn((await get(`/sub/${email}`)).body).flatMap(
      (link) => /:(\d+)[/?#]/.exec(link)?.[1] ?? [],
    )
    if (name !== 'vmess') expect(ports.map(Number)).toEqual([fresh, old])
    await stage.t.panel.subscriptions.flush()
    await tick()
    await until('the old port is closed', async () => !(await isOpen(old)))
    expect(await isOpen(fresh)).toBe(true)
    expect(await stream.flows()).toBe(true)
    await until('the client still gets through the new port', () => reaches(after))
    expect(await reaches(before, 1_000)).toBe(false)
    const state = await told(stage.me.get<RotationState>(`${inbounds}/${id}/rotation`))
    expect(state).toMatchObject({ running: null, history: [{ endedBy: 'fetched', active: 1, fetched: 1 }] })
    // One tag, so one counter.
    expect((await stage.api().inboundTags()).filter((one) => one === tag)).toEqual([tag])
  })

  it('hysteria: its connections live in the listener, so they end, and clients connect again', async () => {
    const { id, port: old } = stage.inbound('hysteria')
    const fresh = await freePort()
    await told(stage.me.post(`${clients}/add`, { client: { email: 'quic' }, inboundIds: [id] }))
    const { client } = await told(stage.me.get<{ client: ClientFields }>(`${clients}/get/quic`))
    const before = await clientAt('hysteria', client, old)
    await until('the client gets through the old port', () => reaches(before))
    const path = `${inbounds}/${id}/rotation`
    await told(stage.me.post(path, { pools: { ...pools, port: [String(fresh)] } }))
    await told(stage.me.post(`${path}/start`))
    await until('it gets through the old port again', () => reaches(before))
    const after = await clientAt('hysteria', client, fresh)
    await until('it gets through the new port', () => reaches(after))
    await told(stage.me.post(`${path}/retire`))
    await until('the old port is closed', async () => !(await reaches(before, 1_500)))
    await until('it gets through the new port again', () => reaches(after))
    expect(await reaches(await clientAt('hysteria', client, old), 1_500)).toBe(false)
  })
})
