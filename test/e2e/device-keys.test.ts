import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Device } from '#contract/devices-api.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePort, freePorts } from '#test/free-port.ts'
import { patient } from '#test/patient.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore, type Way } from './core/client-core.ts'
import { type CorePanel, type PanelClient, startCorePanel, templateTo } from './core/core-panel.ts'
import { credentialIn } from './core/link-credential.ts'
import { kindNames, kinds, quietCounters, trafficOf } from './core/metered.ts'
import { createOrigin, type Origin } from './core/origin.ts'
import { heardSince, isOver, openStream, type Stream, startSource } from './core/stream.ts'

/** From the reply on. */
const cutMs = () => patient(2_000)
/** Longer than two busy cores delay a packet, far shorter than any reconnect. */
const gapMs = () => patient(1_500)
/** The core does not list clients from 127.0.0.1. */
const address = '127.0.0.2'
const clients = '/panel/api/clients'

describe.skipIf(!coreBinary)('five devices of one client, each with its own key', () => {
  const binary = coreBinary ?? ''
  let origin: Origin
  let source: Awaited<ReturnType<typeof startSource>>
  let panel: CorePanel
  let fetch: Subscriber
  let ann: PanelClient
  let inbounds: Way['inbound'][]
  const cores: ClientCore[] = []
  const streams: Stream[] = []

  const names = kindNames.map((kind) => `${kind} phone`)
  const linksOf = async (name?: string) => {
    const headers = name === undefined ? {} : { 'x-hwid': `id of ${name}`, 'x-device-model': name }
    const { status, body } = await fetch(`/sub/${ann.subId}`, headers)
    expect(status).toBe(200)
    return linksIn(body)
  }
  const switched = (deviceKeys: boolean) => panel.call(`${clients}/update/ann`, { email: 'ann', deviceKeys })
  const devices = () => panel.call<Device[]>(`${clients}/hwids/ann`)

  /** Each device dials one of the inbounds, with what its subscription says. */
  async function openDoors(which: readonly number[]): Promise<number[]> {
    const ways: Way[] = []
    for (const i of which) {
      const link = (await linksOf(names[i]))[i] ?? ''
      ways.push({ inbound: inbounds[i] as Way['inbound'], client: { ...ann, ...credentialIn(link) } }) // one per kind
    }
    const core = await startClientCore(binary, ways, address)
    cores.push(core)
    return core.ports
  }
  function stream(door: number): Stream {
    const opened = openStream(door, source.port)
    streams.push(opened)
    return opened
  }

  beforeAll(async () => {
    ;[origin, source] = [await createOrigin(), await startSource()]
    const subPort = await freePort()
    panel = await startCorePanel(binary, { env: { SLUICE_SUB_PORT: String(subPort) } })
    fetch = subscriberOf(subPort)
    await panel.until('running')
    await panel.call('/panel/xray/update', { xraySetting: templateTo(source.port) })
    const ports = await freePorts(kindNames.length)
    inbounds = []
    for (const [i, kind] of kindNames.entries())
      inbounds.push(
        await panel.addInbound(
          cellInbound(kinds[kind], { port: ports[i] ?? 0, target: origin.realityTarget }),
        ),
      )
    ann = await panel.addClient(
      'ann',
      inbounds.map(({ id }) => id),
    )
  })
  afterAll(async () => {
    for (const one of streams) one.stop()
    for (const core of cores) await core.stop()
    await panel?.stop()
    await source?.stop()
    await origin?.close()
  })

  it('one is revoked alone, all are counted to the byte, and no existing link changes', async () => {
    const shared = await linksOf()
    await switched(true)
    const doors = await openDoors(kindNames.map((_, i) => i))
    const slotZero = await startClientCore(
      binary,
      [{ inbound: inbounds[0] as Way['inbound'], client: ann }],
      address,
    )
    cores.push(slotZero)
    const flowing = [...doors, ...slotZero.ports].map(stream)
    await until('all streams flow', () => flowing.every(({ bytes }) => bytes > 50_000))
    expect(await linksOf()).toEqual(shared)

    const gone = new Set<Stream>()
    // TCP and QUIC end in different ways.
    for (const i of [0, kindNames.indexOf('hysteria')]) {
      const name = names[i]
      const device = (await devices()).find(({ deviceModel }) => deviceModel === name)
      expect(device?.hasKey).toBe(true)
      for (const one of flowing) one.mark()
      await panel.call(`${clients}/hwids/ann/${device?.id}/revoke`)
      const replied = performance.now()
      const mine = flowing[i] as Stream
      gone.add(mine)
      const others = flowing.filter((one) => !gone.has(one))
      await until(`${name} hears nothing more`, () => others.every((other) => isOver(mine, other)))
      expect(mine.lastByte - replied).toBeLessThan(cutMs())
      const [since, before] = [performance.now(), mine.bytes]
      await until('the others stream on', () => others.every(({ lastByte }) => lastByte > since + 1_500))
      expect([name, heardSince(mine, before, i === 0 ? 'tcp' : 'quic')]).toEqual([name, 0])
      for (const one of others) expect([one.ended, one.gap() < gapMs()]).toEqual([undefined, true])
      // The app has the old key: it is refused. With the new one it gets in.
      const refused = stream(doors[i] ?? 0)
      const [door = 0] = await openDoors([i])
      const again = stream(door)
      await until('the device gets in with its new key', () => again.bytes > 0)
      expect(refused.bytes).toBe(0)
      again.stop()
    }
    await until(
      'it is online under its own name, once',
      async () => (await panel.call<string[]>(`${clients}/onlines`)).join() === 'ann',
    )

    for (const one of streams) one.stop()
    const counters = await quietCounters(panel)
    const all = [...counters.values()].reduce((n, { up, down }) => n + up + down, 0)
    const total = async () => {
      const { up, down } = await trafficOf(panel, 'ann')
      return up + down
    }
    await until('every byte is counted', async () => (await total()) === all)
    const own = await devices()
    for (const { id, up, down } of own) expect([id, counters.get(`${id}/ann`)]).toEqual([id, { up, down }])
    const slot = counters.get('ann') ?? { up: 0, down: 0 }
    expect(own.reduce((n, { up, down }) => n + up + down, slot.up + slot.down)).toBe(await total())

    await switched(false)
    expect([await linksOf(), await linksOf(names[1])]).toEqual([shared, shared])
    const late = stream(doors[1] ?? 0)
    const still = stream(slotZero.ports[0] ?? 0)
    await until('slot 0 gets in as before', () => still.bytes > 50_000)
    expect(late.bytes).toBe(0)
  })
})
