import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore } from './core/client-core.ts'
import { type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { trafficOf } from './core/metered.ts'
import { openStream, type Stream, startSource } from './core/stream.ts'

const cells: { name: string; cell: Cell; method?: string }[] = [
  { name: 'vless', cell: { protocol: 'vless', network: 'tcp', security: 'tls' } },
  { name: 'vmess', cell: { protocol: 'vmess', network: 'ws', security: 'none' } },
  { name: 'trojan', cell: { protocol: 'trojan', network: 'tcp', security: 'tls' } },
  { name: 'ss-2022', cell: { protocol: 'shadowsocks', network: 'tcp', security: 'none' } },
  {
    name: 'ss-legacy',
    cell: { protocol: 'shadowsocks', network: 'tcp', security: 'none' },
    method: 'aes-256-gcm',
  },
  { name: 'hysteria', cell: { protocol: 'hysteria', network: 'hysteria', security: 'tls' } },
]
/** The core does not list clients from 127.0.0.1. */
const address = '127.0.0.2'
const clients = '/panel/api/clients'

describe.skipIf(!coreBinary)('a client is renamed', () => {
  const binary = coreBinary ?? ''
  let source: Awaited<ReturnType<typeof startSource>>
  let panel: CorePanel
  let core: ClientCore
  let streams: Stream[] = []

  beforeAll(async () => {
    source = await startSource()
    panel = await startCorePanel(binary)
    await panel.until('running')
    await panel.call('/panel/xray/update', { xraySetting: templateTo(source.port) })
    const ports = await freePorts(cells.length)
    const ways = []
    for (const [i, { name, cell, method }] of cells.entries()) {
      const made = cellInbound(cell, { port: ports[i] ?? 0 })
      const settings = method ? { ...made.settings, method } : made.settings
      const inbound = await panel.addInbound({ ...made, settings })
      ways.push({ inbound, client: await panel.addClient(`Ann-${name}`, [inbound.id]) })
    }
    core = await startClientCore(binary, ways, address)
  })
  afterEach(() => {
    for (const one of streams.splice(0)) one.stop()
  })
  afterAll(async () => {
    await core?.stop()
    await panel?.stop()
    await source?.stop()
  })

  const stream = (i: number): Stream => {
    const opened = openStream(core.ports[i] ?? 0, source.port)
    streams = [...streams, opened]
    return opened
  }
  const rename = (from: string, to: string) => panel.visitor.post(`${clients}/update/${from}`, { email: to })

  it.each(cells.map(({ name }, i) => [name, i] as const))(
    '%s: in another letter case it keeps its stream, is counted, seen online and can be cut',
    async (name, i) => {
      const [was, is] = [`Ann-${name}`, `ANN-${name}`]
      const mine = stream(i)
      await until('the stream flows', () => mine.bytes > 20_000)
      const { success, msg } = await rename(was, is)
      expect([success, msg]).toEqual([true, expect.not.stringContaining('connections')])
      const { down } = await trafficOf(panel, is)
      const bytes = mine.bytes
      await until('more bytes come', () => mine.bytes > bytes + 400_000)
      expect(mine.ended).toBeUndefined()
      await until('they are counted', async () => (await trafficOf(panel, is)).down > down + 200_000)
      const online = async () => (await panel.call<string[]>(`${clients}/onlines`)).includes(is)
      await until('it is online by its name', online)
      expect(mine.ended).toBeUndefined()

      await panel.call(`${clients}/update/${is}`, { email: is, enable: false })
      const still = async () => {
        const seen = mine.bytes
        await new Promise((next) => setTimeout(next, 700))
        return mine.bytes === seen
      }
      await until('it is cut', still)
      // A busy machine may also pause a stream: the edit answers after a second even if the core is not done (R46).
      await until('a new connection gets nothing', async () => {
        const again = stream(i)
        await new Promise((next) => setTimeout(next, 700))
        return again.bytes === 0
      })
    },
  )

  it('under another name it is another user of the core: its connections end, and the reply says so', async () => {
    await panel.call(`${clients}/update/ANN-trojan`, { email: 'ANN-trojan', enable: true })
    const i = cells.findIndex(({ name }) => name === 'trojan')
    const mine = stream(i)
    await until('the stream flows', () => mine.bytes > 20_000)
    const { success, msg } = await rename('ANN-trojan', 'bob-trojan')
    expect(success).toBe(true)
    expect(msg).toContain('open connections')
    await until('it ended', () => mine.ended !== undefined)
    const next = stream(i)
    await until('it gets in again', () => next.bytes > 0)
  })
})
