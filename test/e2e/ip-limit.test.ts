import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientFields } from '#contract/client.ts'
import type { Inbound } from '#contract/inbound.ts'
import { cellInbound } from '#domain/core-config/test-cells.ts'
import { coreBinary } from '#test/core-binary.ts'
import { freePorts } from '#test/free-port.ts'
import { addClient, clients, inbounds } from '#test/inbounds.ts'
import type { TestPanel, Visitor } from '#test/panel.ts'
import { servedPanel } from '#test/served.ts'
import { type ClientCore, startClientCore, type Way } from './core/client-core.ts'
import { templateTo } from './core/core-panel.ts'
import { openStream, reaches, type Stream } from './core/dial.ts'
import { createOrigin, type Origin } from './core/origin.ts'
import { until } from './core/stream.ts'

const windowMs = 31_000

/** Inside one process, because its clock is moved over the window. */
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
  const saved = (rules: object[]) =>
    me.post('/panel/xray/update', {
      xraySetting: JSON.stringify({ ...templateTo(origin.port), routing: { domainStrategy: 'AsIs', rules } }),
    })

  beforeAll(async () => {
    process.env.SLUICE_CORE_BIN = coreBinary // of this file's own process
    origin = await createOrigin()
    t = await servedPanel()
    await until('the core runs', () => t.panel.core.api() !== undefined, 30_000)
    me = await t.login()
    expect(await saved([])).toMatchObject({ success: true })
    await me.post('/panel/setting/update', { ipLimitEnable: true })
    const [port = 0] = await freePorts(1)
    const {
      id: _,
      tag: __,
      ...input
    } = cellInbound({ protocol: 'vless', network: 'tcp', security: 'none' }, { port })
    const inbound = (await me.post<Inbound>(`${inbounds}/add`, { ...input, listen: '127.0.0.1' })).obj
    await addClient(me, { email: 'ann', limitIp: 2 }, [inbound.id])
    await addClient(me, { email: 'bob', limitIp: 1 }, [inbound.id])
    const way = async (email: string, from: string): Promise<Way> => {
      const { client } = (await me.get<{ client: ClientFields }>(`${clients}/get/${email}`)).obj
      return { inbound: { ...inbound }, client, from }
    }
    cores = await startClientCore(coreBinary ?? '', [
      await way('ann', '127.0.0.2'),
      await way('ann', '127.0.0.3'),
      await way('ann', '127.0.0.4'),
      await way('bob', '127.0.0.4'),
    ])
    const [first = 0, second = 0, third = 0, bob = 0] = cores.ports
    doors = { first, second, third, bob }
  })
  afterAll(async () => {
    for (const stream of streams) stream.close()
    await cores?.stop()
    await t?.stop()
    await origin?.close()
  })

  it('keeps the first two: the third is told of, then ended and refused, and nobody else notices', async () => {
    const [first, second, bob] = [await open(doors.first), await open(doors.second), await open(doors.bob)]
    await until('two addresses are online', async () => (await online('ann')).length === 2)
    await look()
    await sleep(1_100) // the core tells times in seconds
    const third = await open(doors.third)
    await until('three addresses are online', async () => (await online('ann')).length === 3)
    await look()
    expect(await third.flows()).toBe(true) // only said so far
    t.advance(windowMs)
    await look()
    await until('the third ends', () => !third.isOpen())
    expect(await reaches(doors.third, 1_500)).toBe(false)
    for (const stream of [first, second, bob]) expect(await stream.flows()).toBe(true)
    for (const door of [doors.first, doors.second, doors.bob]) expect(await reaches(door)).toBe(true)
    expect((await me.post(`${clients}/onlines`)).obj).toEqual(expect.arrayContaining(['ann', 'bob']))
    expect(
      (await me.post<string[]>(`${clients}/ips/ann`)).obj.map((text) => text.split(' ')[0]).sort(),
    ).toEqual(['127.0.0.2', '127.0.0.3', '127.0.0.4'])
  })

  it('survives an edit of the rules and the periodic check, and is no part of the configuration', async () => {
    const rule = { type: 'field', domain: ['full:nowhere.test'], outboundTag: 'blocked' }
    expect(await saved([rule])).toMatchObject({ success: true })
    await t.panel.core.verify.run()
    expect(await reaches(doors.third, 1_500)).toBe(false)
    expect(await reaches(doors.first)).toBe(true)
    expect(t.panel.core.pending()).toEqual([])
    expect(await t.panel.core.configText()).not.toContain('sluice-refused')
    expect(JSON.stringify(t.panel.core.connected()?.config)).not.toContain('sluice-refused')
  })

  it('holds for the next core too', async () => {
    await t.panel.core.restartService()
    await until('the core runs again', () => t.panel.core.api() !== undefined, 30_000)
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
    expect(await reaches(doors.third)).toBe(true)
    expect((await t.panel.core.api()?.listRules())?.some(({ tag }) => tag === 'sluice-refused')).toBe(false)
  })
})
