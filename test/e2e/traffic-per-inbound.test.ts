import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientSession } from '#contract/core-api.ts'
import type { ClientTraffic } from '#contract/traffic.ts'
import type { ClientInboundUsage } from '#contract/usage-api.ts'
import { clientOf } from '#domain/core-config/user-names.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { patient } from '#test/patient.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore, type Way } from './core/client-core.ts'
import { askCore, countedInCore } from './core/core-counters.ts'
import { type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { openStreamSoon, reaches, type Stream } from './core/dial.ts'
import { createOrigin, type Origin } from './core/origin.ts'

/** The core does not list clients from 127.0.0.1, and a Hysteria client is cut by its address. */
const address = '127.0.0.2'

const cells: Cell[] = [
  { protocol: 'vless', network: 'tcp', security: 'reality' },
  { protocol: 'vmess', network: 'ws', security: 'none' },
  { protocol: 'trojan', network: 'tcp', security: 'tls' },
  { protocol: 'shadowsocks', network: 'tcp', security: 'none' },
  { protocol: 'hysteria', network: 'hysteria', security: 'tls' },
]

describe.skipIf(!coreBinary)('bytes of each inbound, with a real core', () => {
  const binary = coreBinary ?? ''
  let origin: Origin
  let panel: CorePanel
  let apps: ClientCore
  let streams: Stream[]
  const kept: Way['inbound'][] = []
  const emailOf = (i: number) => `person-${cells[i]?.protocol}`

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
    const ways: Way[] = []
    for (const [i, inbound] of kept.entries())
      ways.push({ inbound, client: await panel.addClient(emailOf(i), [inbound.id]) })
    apps = await startClientCore(binary, ways, address)
    await Promise.all(apps.ports.map((port) => until('the client gets through', () => reaches(port))))
    streams = await Promise.all(apps.ports.map((port) => openStreamSoon(port)))
  })
  afterAll(async () => {
    for (const stream of streams ?? []) stream.close()
    await apps?.stop()
    await panel?.stop()
    await origin?.close()
  })

  const namesOn = (tag: string) =>
    askCore(panel, async (api) => (await api.userEmails(tag)).filter((n) => clientOf(n).startsWith('person')))
  const multiply = (id: number, trafficMultiplier: number) =>
    panel.call(`/panel/api/inbounds/update/${id}`, { trafficMultiplier })
  const reachable = async (withinMs = 5_000) =>
    (await Promise.all(apps.ports.map((port) => reaches(port, withinMs)))).filter(Boolean).length
  const flowing = async () => (await Promise.all(streams.map((s) => s.flows()))).filter(Boolean).length

  it('a multiplier that is set, changed and taken away under open connections drops none of them', async () => {
    const { pid } = panel.record()
    for (const rate of [2, 3, 1, 2]) {
      for (const { id } of kept) await multiply(id, rate)
      for (const [i, { id, tag }] of kept.entries())
        await until(`the core has the names of ${tag} at ${rate}`, async () => {
          const names = await namesOn(tag)
          return names.join() === (rate === 1 ? emailOf(i) : `@${id}/${emailOf(i)}`)
        })
      expect(streams.filter((s) => s.isOpen())).toHaveLength(cells.length)
      expect(await flowing()).toBe(cells.length)
      // New connections are let in at once.
      expect(await reachable()).toBe(cells.length)
    }
    expect(panel.record().pid).toBe(pid)
  })

  it('every byte that the core counted is stored, and those on the inbound count twice', async () => {
    for (const stream of streams) stream.close()
    interface Usage {
      items: ClientInboundUsage[]
      others: number
    }
    for (const [i, inbound] of kept.entries()) {
      const email = emailOf(i)
      const read = async () => {
        const counted = await countedInCore(panel, email)
        const { items, others } = await panel.read<Usage>(`/panel/api/usage/client/${email}?range=today`)
        const { up, down } = await panel.read<ClientTraffic>(`/panel/api/clients/traffic/${email}`)
        const apart = items.reduce((sum, item) => sum + item.up + item.down, 0)
        return {
          on: items.map(({ inboundId }) => inboundId),
          lost: counted - apart - others,
          // All of it was counted when the multiplier was 2, or 1.
          isCharged: items.every((item) => item.charged > item.up + item.down) && up + down > counted,
        }
      }
      // All streams of a Hysteria client are in the one connection that it opened before.
      const on = inbound.protocol === 'hysteria' ? [] : [inbound.id]
      await expect.poll(read).toEqual({ on, lost: 0, isCharged: true })
    }
  })

  it('a client that is disabled loses what it opened before its bytes were counted apart', async () => {
    for (const { id } of kept) await multiply(id, 1)
    for (const [i, { tag }] of kept.entries())
      await until(`${tag} has plain names`, async () => (await namesOn(tag)).join() === emailOf(i))
    // A QUIC server that hears nothing from its client still sends what its window holds: a slow stream is in there for long.
    streams = await Promise.all(apps.ports.map((port) => openStreamSoon(port, '/fast')))
    for (const { id } of kept) await multiply(id, 5)
    for (const [i, { id, tag }] of kept.entries())
      await until(`${tag} counts apart`, async () => (await namesOn(tag)).join() === `@${id}/${emailOf(i)}`)
    expect(await flowing()).toBe(cells.length)
    for (const [i] of kept.entries())
      await until(`the panel knows where ${emailOf(i)} is`, async () => {
        const path = `/panel/api/clients/sessions/${emailOf(i)}`
        return (await panel.read<ClientSession[]>(path)).length > 0
      })
    for (const [i] of kept.entries())
      await panel.call(`/panel/api/clients/update/${emailOf(i)}`, { email: emailOf(i), enable: false })
    await Promise.all(
      streams.map((stream, i) =>
        until(`${emailOf(i)} is cut`, async () => !(await stream.flows(patient(1_000)))),
      ),
    )
    expect(await reachable(patient(1_500))).toBe(0)
  })
})
