import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { type ClientCore, startClientCore } from './core/client-core.ts'
import { type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { openStream, type Stream, startSource, until } from './core/stream.ts'

const long = process.env.SLUICE_LONG === '1'
const PEOPLE = long ? 2_000 : 120
const DAY = 86_400_000
const clients = '/panel/api/clients'

describe.skipIf(!coreBinary)(`undo at ${PEOPLE} clients while one of them downloads`, () => {
  let source: Awaited<ReturnType<typeof startSource>>
  let panel: CorePanel
  let phone: ClientCore
  let first: SectionSource
  let second: SectionSource
  const streams: Stream[] = []

  beforeAll(async () => {
    source = await startSource()
    panel = await startCorePanel(coreBinary ?? '')
    await panel.until('running')
    await panel.call('/panel/xray/update', { xraySetting: templateTo(source.port) })
    const [a = 0, b = 0] = await freePorts(2)
    const cell = { protocol: 'vmess', network: 'ws', security: 'none' } as const
    first = await panel.addInbound(cellInbound(cell, { port: a }))
    second = await panel.addInbound(cellInbound(cell, { port: b }))
    const people = Array.from({ length: PEOPLE }, (_, i) => ({
      client: {
        email: `client-${i}`,
        totalGB: 1e12 + i,
        // Every third but the one that downloads is past its end, every fifth is disabled.
        expiryTime: Date.now() + (i % 3 === 1 ? -DAY : 30 * DAY),
        enable: i % 5 !== 2,
        group: ['', 'gold'][i % 2],
      },
      inboundIds: i % 2 === 1 ? [first.id, second.id] : [first.id],
    }))
    await panel.call(`${clients}/bulkCreate`, people)
    await panel.call(`${clients}/updateTraffic/client-1`, { upload: 1_000, download: 9_000 })
    const client = await panel.client('client-0')
    phone = await startClientCore(coreBinary ?? '', [{ inbound: first, client }])
  }, 120_000)
  afterAll(async () => {
    for (const stream of streams) stream.stop()
    await phone?.stop()
    await panel?.stop()
    await source?.stop()
  })

  const download = () => {
    const stream = openStream(phone.ports[0] ?? 0, source.port)
    streams.push(stream)
    return stream
  }
  const flows = (stream: Stream) => {
    const had = stream.bytes
    return until('the download goes on', () => stream.bytes > had + 50_000)
  }
  interface Listed {
    email: string
    traffic: { down: number; lastOnline: number }
  }
  const listed = () => panel.read<Listed[]>(`${clients}/list`)
  /** Everything about everybody; the counters of the one that downloads go on. */
  const state = async () =>
    (await listed()).map(({ traffic, ...client }) =>
      client.email === 'client-0' ? client : { traffic, ...client },
    )
  const counted = async () => (await listed()).find(({ email }) => email === 'client-0')?.traffic.down ?? 0

  const query = {}
  const acts: [name: string, body: () => object, cuts: boolean][] = [
    ['bulkRenew', () => ({ query, days: 30 }), false],
    ['bulkDel', () => ({ query }), true],
    ['bulkRenew', () => ({ query, days: 30, setBytes: 5e12 }), false],
    ['bulkAdjust', () => ({ query, addDays: 30 }), false],
    ['bulkAdjust', () => ({ query, setBytes: 2e12, setLimitIp: 3, setGroup: 'new' }), false],
    ['bulkResetTraffic', () => ({ query }), false],
    ['bulkEnable', () => ({ query }), false],
    ['bulkAttach', () => ({ query, inboundIds: [second.id] }), false],
    ['groups/bulkAdd', () => ({ query, group: 'silver' }), false],
    ['groups/bulkRemove', () => ({ query: { group: 'gold' } }), false],
    ['delDepleted', () => ({}), false],
    ['bulkDisable', () => ({ query }), true],
    ['bulkDetach', () => ({ query, inboundIds: [first.id] }), true],
  ]

  it('puts every act back with one request; nobody else is disconnected, and no byte is lost or doubled', async () => {
    let stream = download()
    await flows(stream)
    const before = await state()
    for (const [name, body, cuts] of long ? acts : acts.slice(0, 2)) {
      const { undo } = await panel.call<{ undo: number }>(`${clients}/${name}`, body())
      expect(await state(), name).not.toEqual(before)
      if (cuts) await until(`${name} ends the download`, () => stream.ended !== undefined)
      expect(await panel.call(`/panel/api/undo/${undo}`, {}), name).toMatchObject({ left: [] })
      expect(await state(), name).toEqual(before)
      if (cuts) stream = download()
      await flows(stream)
      expect(stream.ended, name).toBeUndefined()
    }
    stream.stop()
    const received = streams.reduce((sum, { bytes }) => sum + bytes, 0)
    await until('every byte that arrived is counted', async () => (await counted()) >= received)
    expect(await counted()).toBeLessThanOrEqual(source.sent())
  }, 600_000)
})
