import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carriesClients } from '#contract/protocol.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { coreBinary, otherCores } from '#test/core-binary.ts'
import { cellInbound, cellName, commonCells } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { deadlineMs, until } from '#test/until.ts'
import { type ClientCore, startClientCore, type Way } from './core/client-core.ts'
import { type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { fetchThrough, openStream, reaches } from './core/dial.ts'
import { trafficOf } from './core/metered.ts'
import { createOrigin, megabyte, type Origin } from './core/origin.ts'

// Each supported version under the panel: the pinned one is tested by everything else (core-cells, metering, cut).
const cells = commonCells.filter(({ protocol }) => carriesClients(protocol))
/** In the short run one of each protocol is cut. */
const isCut = ({ protocol }: Cell, n: number) =>
  Boolean(process.env.SLUICE_LONG) || cells.findIndex((other) => other.protocol === protocol) === n
const versions = coreBinary ? Object.entries(otherCores) : []
if (versions.length === 0)
  console.log('Not tested with other versions of the core: SLUICE_TEST_CORES has none.')

describe.each(versions)('Xray %s under the panel', (version, binary) => {
  let origin: Origin
  let panel: CorePanel
  let clients: ClientCore
  let ways: Way[]
  let pid: number
  const portOf = (n: number) => clients.ports[n] ?? 0

  beforeAll(async () => {
    origin = await createOrigin()
    panel = await startCorePanel(binary)
    expect((await panel.until('running')).version).toBe(version)
    pid = panel.record().pid
    await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
    const ports = await freePorts(cells.length)
    ways = []
    for (const [i, cell] of cells.entries()) {
      const source = cellInbound(cell, { port: ports[i] ?? 0, target: origin.realityTarget })
      const inbound = await panel.addInbound(source)
      ways.push({ inbound, client: await panel.addClient(cellName(cell), [inbound.id]) })
    }
    clients = await startClientCore(coreBinary ?? '', ways)
  })
  afterAll(async () => {
    await clients?.stop()
    await panel?.stop()
    await origin?.close()
  })

  it.each(cells.map((cell, n) => [cellName(cell), n] as const))(
    '%s, added live, carries a megabyte',
    async (_, n) => {
      expect(await fetchThrough(portOf(n), deadlineMs)).toBe(megabyte)
    },
  )

  it.each(cells.map(cellName))('counts what %s carried', async (name) => {
    await expect.poll(async () => (await trafficOf(panel, name)).down).toBeGreaterThanOrEqual(megabyte)
  })

  it.each(cells.flatMap((cell, n) => (isCut(cell, n) ? [[cellName(cell), n] as const] : [])))(
    '%s is cut, and back when it is enabled',
    async (name, n) => {
      const { inboundIds: _, ...client } = await panel.client(name)
      const stream = await openStream(portOf(n))
      const enable = (on: boolean) =>
        panel.call(`/panel/api/clients/update/${name}`, { ...client, enable: on })
      await enable(false)
      await expect.poll(() => stream.flows(1_000)).toBe(false)
      stream.close()
      await until(`${name} is turned away`, async () => !(await reaches(portOf(n), 1_000)))
      await enable(true)
      await until(`${name} is let in`, () => reaches(portOf(n)))
    },
  )

  it('all of it live: the core is the same process', () => {
    expect(panel.record().pid).toBe(pid)
  })
})
