import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ClientFields } from '#contract/client.ts'
import type { Inbound } from '#contract/inbound.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePort } from '#test/free-port.ts'
import { addClient, clients, inbounds } from '#test/inbounds.ts'
import type { TestPanel, Visitor } from '#test/panel.ts'
import { servedPanel } from '#test/served.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore, type Way } from './core/client-core.ts'
import { templateTo } from './core/core-panel.ts'
import { openStream, reaches, type Stream } from './core/dial.ts'
import { createOrigin, type Origin } from './core/origin.ts'
import { type Stream as FastStream, isOver, openStream as openFast, startSource } from './core/stream.ts'

const windowMs = 31_000

const otherCells: Cell[] = [
  { protocol: 'vless', network: 'tcp', security: 'reality' },
  { protocol: 'vmess', network: 'ws', security: 'none' },
  { protocol: 'trojan', network: 'tcp', security: 'tls' },
  { protocol: 'shadowsocks', network: 'tcp', security: 'none' },
  { protocol: 'hysteria', network: 'hysteria', security: 'tls' },
]

/** In one process, because its clock is moved past the window. */
describe.skipIf(!coreBinary)('a client that may use two addresses', () => {
  let t: TestPanel
  let me: Visitor
  let origin: Origin
  let cores: ClientCore
  const streams: Stream[] = []
  /** ann from .2, .3 and .4, and bob from .4 too. */
  let doors: Record<'first' | 'second' | 'third' | 'bob', number>
  const look = () => t.panel.presence.job.run()
  const online = async (email: string) =>
    (await t.panel.core.api()?.online())
      ?.find((user) => user.email === email)
      ?.ips.map(({ ip }) => ip)
      .sort() ?? []
  const open = async (door: number) => {
    const stream = await openStream(door)
    streams.push(stream)
    return stream
  }
  const saved = (rules: object[], port = origin.port) =>
    me.post('/panel/xray/update', {
      xraySetting: JSON.stringify({ ...templateTo(port), routing: { domainStrategy: 'AsIs', rules } }),
    })

  async function added(cell: Cell): Promise<Inbound> {
    const options = { port: await freePort(), target: origin.realityTarget }
    const { id: _, tag: __, ...input } = cellInbound(cell, options)
    return (await me.post<Inbound>(`${inbounds}/add`, { ...input, listen: '127.0.0.1' })).obj
  }
  async function way(inbound: Inbound, email: string, from: string): Promise<Way> {
    const { client } = (await me.get<{ client: ClientFields }>(`${clients}/get/${email}`)).obj
    return { inbound: { ...inbound }, client, from }
  }

  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', coreBinary)
    origin = await createOrigin()
    t = await servedPanel()
    await until('the core runs', () => t.panel.core.api() !== undefined)
    me = await t.login()
    expect(await saved([])).toMatchObject({ success: true })
    await me.post('/panel/setting/update', { ipLimitEnable: true })
    const inbound = await added({ protocol: 'vless', network: 'tcp', security: 'none' })
    await addClient(me, { email: 'ann', limitIp: 2 }, [inbound.id])
    await addClient(me, { email: 'bob', limitIp: 1 }, [inbound.id])
    cores = await startClientCore(coreBinary ?? '', [
      await way(inbound, 'ann', '127.0.0.2'),
      await way(inbound, 'ann', '127.0.0.3'),
      await way(inbound, 'ann', '127.0.0.4'),
      await way(inbound, 'bob', '127.0.0.4'),
    ])
    const [first = 0, second = 0, third = 0, bob = 0] = cores.ports
    doors = { first, second, third, bob }
  })
  afterAll(async () => {
    for (const stream of streams) stream.close()
    await cores?.stop()
    await t?.stop()
    vi.unstubAllEnvs()
    await origin?.close()
  })

  it('keeps the first two: the third is reported, then cut and refused, and nobody else notices', async () => {
    const [first, second, bob] = [await open(doors.first), await open(doors.second), await open(doors.bob)]
    await until('two addresses are online', async () => (await online('ann')).length === 2)
    await look()
    await sleep(1_100) // the core reports times in seconds
    const third = await open(doors.third)
    await until('three addresses are online', async () => (await online('ann')).length === 3)
    await look()
    expect(await third.flows()).toBe(true) // only a warning so far
    t.advance(windowMs)
    await look()
    await until('the third ends', () => !third.isOpen())
    await until('the third is refused', async () => !(await reaches(doors.third, 1_500)))
    for (const stream of [first, second, bob]) expect(await stream.flows()).toBe(true)
    for (const door of [doors.first, doors.second, doors.bob])
      await until('the others get in', () => reaches(door))
    await expect
      .poll(async () => (await me.post(`${clients}/onlines`)).obj)
      .toEqual(expect.arrayContaining(['ann', 'bob']))
    const addresses = async () => (await me.post<string[]>(`${clients}/ips/ann`)).obj
    await expect
      .poll(async () => (await addresses()).map((text) => text.split(' ')[0]).sort())
      .toEqual(['127.0.0.2', '127.0.0.3', '127.0.0.4'])
  })

  it('survives an edit of the rules and the periodic check, and is not part of the configuration', async () => {
    const rule = { type: 'field', domain: ['full:nowhere.test'], outboundTag: 'blocked' }
    expect(await saved([rule])).toMatchObject({ success: true })
    await t.panel.core.verify.run()
    expect(await reaches(doors.third, 1_500)).toBe(false)
    await until('the first gets in', () => reaches(doors.first))
    await expect.poll(() => t.panel.core.pending()).toEqual([])
    expect(await t.panel.core.configText()).not.toContain('sluice-refused')
    expect(JSON.stringify(t.panel.core.connected()?.config)).not.toContain('sluice-refused')
  })

  it('holds for the next core too', async () => {
    await t.panel.core.restartService()
    await until('the core runs again', () => t.panel.core.api() !== undefined)
    await until('the first gets in', () => reaches(doors.first, 1_000))
    await until('the refusal stands in front', async () => {
      const rules = await t.panel.core.api()?.listRules()
      return rules?.[0]?.tag === 'sluice-refused'
    })
    expect(await reaches(doors.third, 1_500)).toBe(false)
  })

  it('is lifted when there is room again', async () => {
    await open(doors.second)
    await until('only the second is online', async () => (await online('ann')).join() === '127.0.0.3')
    t.advance(windowMs)
    await look()
    await until('the third gets in', () => reaches(doors.third))
    expect((await t.panel.core.api()?.listRules())?.some(({ tag }) => tag === 'sluice-refused')).toBe(false)
  })

  it('holds on every protocol', async () => {
    const ways: Way[] = []
    for (const cell of otherCells) {
      const inbound = await added(cell)
      const [own, other] = [`own-${cell.protocol}`, `other-${cell.protocol}`]
      await addClient(me, { email: own, limitIp: 1 }, [inbound.id])
      await addClient(me, { email: other, limitIp: 1 }, [inbound.id])
      ways.push(await way(inbound, own, '127.0.0.2'), await way(inbound, own, '127.0.0.3'))
      ways.push(await way(inbound, other, '127.0.0.3'))
    }
    // A fast one: a silenced Hysteria client still gets what the core's window holds (C1).
    const source = await startSource()
    expect(await saved([], source.port)).toMatchObject({ success: true })
    // A busy core has the new outbound a moment after the answer: a download that began before gets the short file.
    const probes: FastStream[] = []
    await until('the core sends to the source', async () => {
      probes.push(openFast(doors.second, source.port))
      await sleep(100)
      return source.calls() > 0
    })
    for (const probe of probes) probe.stop()
    const more = await startClientCore(coreBinary ?? '', ways)
    const opened: FastStream[] = []
    const begin = (nth: number) => {
      const began = otherCells.map((_, i) => openFast(more.ports[3 * i + nth] ?? 0, source.port))
      opened.push(...began)
      return began
    }
    try {
      const stay = [...begin(0), ...begin(2)]
      await until('the first of each streams', () => stay.every(({ bytes }) => bytes > 60_000))
      await look()
      await sleep(1_100) // the core reports times in seconds
      const late = begin(1)
      await until('from a second address too', () => late.every(({ bytes }) => bytes > 60_000))
      await look()
      t.advance(windowMs)
      await look()
      await until('the second address is cut', () =>
        late.every((one) => stay.every((other) => isOver(one, other))),
      )
      const back = begin(1)
      const before = stay.map(({ bytes }) => bytes)
      await until('the others stream on', () =>
        stay.every(({ bytes }, i) => bytes > (before[i] ?? 0) + 60_000),
      )
      await sleep(500)
      expect(back.map(({ bytes }) => bytes)).toEqual(otherCells.map(() => 0))
    } finally {
      for (const stream of opened) stream.stop()
      await more.stop()
      await source.stop()
    }
  })
})
