import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Device } from '#contract/devices-api.ts'
import type { Inbound } from '#contract/inbound.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePort, freePorts } from '#test/free-port.ts'
import { patient } from '#test/patient.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore, type Way } from './core/client-core.ts'
import { type CorePanel, type PanelClient, startCorePanel, templateTo } from './core/core-panel.ts'
import { kinds, quietCounters, trafficOf } from './core/metered.ts'
import { createOrigin, type Origin } from './core/origin.ts'
import { heardSince, isOver, openStream, type Stream, startSource } from './core/stream.ts'

/** From the reply on: the node has to hear of it first. */
const cutMs = () => patient(3_000)
const gapMs = () => patient(1_500)
const enough = 50_000
const address = '127.0.0.2'
const clients = '/panel/api/clients'
const used = ['vless', 'shadowsocks', 'hysteria'] as const
const names = used.map((kind) => `${kind} phone`)

/** The credential in a share link. */
function credentialIn(link: string): Partial<PanelClient> & { shadowsocksKey?: string } {
  const { protocol, username, password } = new URL(link)
  const [user, more] = [decodeURIComponent(username), decodeURIComponent(password)]
  if (protocol === 'vless:') return { uuid: user }
  return protocol === 'ss:' ? { shadowsocksKey: more.split(':')[1] ?? '' } : { auth: user }
}

describe.skipIf(!coreBinary)('devices with keys of their own on a node', () => {
  const binary = coreBinary ?? ''
  let origin: Origin
  let source: Awaited<ReturnType<typeof startSource>>
  let centre: CorePanel
  let node: CorePanel
  let fetch: Subscriber
  let ann: PanelClient
  const inbounds: Way['inbound'][] = []
  const cores: ClientCore[] = []
  const streams: Stream[] = []

  const linksOf = async (name: string) => {
    const { status, body } = await fetch(`/sub/${ann.subId}`, {
      'x-hwid': `id of ${name}`,
      'x-device-model': name,
    })
    expect(status).toBe(200)
    return linksIn(body)
  }
  /** A device dials one inbound of the node with what its subscription says. */
  async function door(i: number): Promise<number> {
    const link = (await linksOf(names[i] ?? ''))[i] ?? ''
    const way = { inbound: inbounds[i] as Way['inbound'], client: { ...ann, ...credentialIn(link) } } // one per kind
    const core = await startClientCore(binary, [way], address)
    cores.push(core)
    return core.ports[0] ?? 0
  }
  function stream(at: number): Stream {
    const opened = openStream(at, source.port)
    streams.push(opened)
    return opened
  }
  /** The node may still be getting a key that was just given: an app tries again, too. */
  async function flows(at: number): Promise<Stream> {
    let last = stream(at)
    await until('a device gets in', () => {
      if (last.ended !== undefined) last = stream(at)
      return last.bytes > enough
    })
    return last
  }
  const devices = () => centre.call<Device[]>(`${clients}/hwids/ann`)

  beforeAll(async () => {
    ;[origin, source] = [await createOrigin(), await startSource()]
    const [subPort, nodePort] = [await freePort(), await freePort()]
    centre = await startCorePanel(binary, { env: { SLUICE_SUB_PORT: String(subPort) } })
    node = await startCorePanel(binary, { port: nodePort })
    fetch = subscriberOf(subPort)
    for (const panel of [centre, node]) await panel.until('running')
    await node.call('/panel/xray/update', { xraySetting: templateTo(source.port) })
    const { token } = await node.call<{ token: string }>('/panel/setting/apiTokens/create', {
      name: 'centre',
    })
    const { id: nodeId } = await centre.call<{ id: number }>('/panel/api/nodes/add', {
      ...{ name: 'far', scheme: 'http', address: '127.0.0.1', port: nodePort, apiToken: token },
      allowPrivateAddress: true,
    })
    const ports = await freePorts(used.length)
    for (const [i, kind] of used.entries()) {
      const {
        id: _,
        tag: __,
        ...cell
      } = cellInbound(kinds[kind], {
        port: ports[i] ?? 0,
        target: origin.realityTarget,
      })
      const body = { ...cell, listen: '127.0.0.1', nodeId }
      inbounds.push({ ...(await centre.call<Inbound>('/panel/api/inbounds/add', body)) })
    }
    const ids = inbounds.map(({ id }) => id)
    ann = await centre.addClient('ann', ids, { deviceKeys: true })
  })
  afterAll(async () => {
    for (const one of streams) one.stop()
    for (const core of cores) await core.stop()
    await centre?.stop()
    await node?.stop()
    await source?.stop()
    await origin?.close()
  })

  it('one is revoked at the centre: its stream ends, the others go on, and every byte is counted once', async () => {
    const doors: number[] = []
    const flowing: Stream[] = []
    const revoked = new Set<Stream>()
    for (const i of used.keys()) {
      doors.push(await door(i))
      flowing.push(await flows(doors[i] ?? 0))
    }
    // TCP and QUIC end in different ways.
    for (const i of [0, used.indexOf('hysteria')]) {
      const device = (await devices()).find(({ deviceModel }) => deviceModel === names[i])
      for (const one of flowing) one.mark()
      await centre.call(`${clients}/hwids/ann/${device?.id}/revoke`)
      const replied = performance.now()
      const mine = flowing[i] as Stream
      revoked.add(mine)
      const others = flowing.filter((one) => !revoked.has(one))
      expect(others.length).toBeGreaterThan(0)
      await until(`${names[i]} hears nothing more`, () => others.every((one) => isOver(mine, one)))
      expect(mine.lastByte - replied).toBeLessThan(cutMs())
      const [before, heard] = [mine.bytes, others.map(({ bytes }) => bytes)]
      await until('the others go on', () => others.every(({ bytes }, j) => bytes > (heard[j] ?? 0) + enough))
      expect([names[i], heardSince(mine, before, i === 0 ? 'tcp' : 'quic')]).toEqual([names[i], 0])
      for (const one of others) expect([one.ended, one.gap() < gapMs()]).toEqual([undefined, true])
      // The app has the old key: it is refused. With the new one it gets in.
      const refused = stream(doors[i] ?? 0)
      const again = await flows(await door(i))
      expect(refused.bytes).toBe(0)
      again.stop()
    }
    for (const one of streams) one.stop()
    const counters = await quietCounters(node)
    expect([...counters.keys()].filter((name) => name.startsWith('-')).length).toBeGreaterThanOrEqual(3)
    const all = [...counters.values()].reduce((n, { up, down }) => n + up + down, 0)
    const total = async () => {
      const { up, down } = await trafficOf(centre, 'ann')
      return up + down
    }
    await until('every byte is counted at the centre', async () => (await total()) === all)
  })
})
