import { afterAll, beforeAll, expect, it } from 'vitest'
import { carriesClients } from '#contract/protocol.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound, cellName } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { deadlineMs } from '#test/until.ts'
import { type ClientCore, startClientCore, type Way } from './client-core.ts'
import { type CorePanel, startCorePanel, templateTo } from './core-panel.ts'
import { fetchThrough } from './dial.ts'
import { createOrigin, megabyte, type Origin } from './origin.ts'

const isWay = (made: Way | Error): made is Way => !(made instanceof Error)
const nobody = { uuid: '', password: '', auth: '', flow: '', security: '' }

/** The tests of these combinations, from the form to a megabyte through a real core. */
export function carryMegabyte(cells: readonly Cell[]): void {
  const binary = coreBinary ?? ''
  let origin: Origin
  let panel: CorePanel
  let clients: ClientCore
  let pid: number
  const made = new Map<Cell, Way | Error>()

  /** The panel creates the inbound and its client while its core runs. */
  async function make(cell: Cell, port: number): Promise<Way> {
    const settings = cell.protocol === 'tunnel' ? { rewritePort: origin.port } : {}
    const inbound = await panel.addInbound(
      cellInbound(cell, { port, target: origin.realityTarget, settings }),
    )
    if (!carriesClients(cell.protocol)) return { inbound, client: nobody }
    const flow = 'xtls-rprx-vision' // kept where it is supported, left out elsewhere
    return { inbound, client: await panel.addClient(cellName(cell), [inbound.id], { flow }) }
  }

  beforeAll(async () => {
    origin = await createOrigin()
    panel = await startCorePanel(binary)
    await panel.until('running')
    pid = panel.record().pid
    await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
    const ports = await freePorts(cells.length)
    for (const [i, cell] of cells.entries())
      made.set(cell, await make(cell, ports[i] ?? 0).catch((error: Error) => error))
    const ways = [...made.values()].filter(isWay)
    clients = await startClientCore(binary, ways)
  })
  afterAll(async () => {
    await clients?.stop()
    await panel?.stop()
    await origin?.close()
  })

  it.each(cells.map((cell) => [cellName(cell), cell] as const))('%s', async (_, cell) => {
    const way = made.get(cell)
    if (!way || !isWay(way)) throw way ?? new Error('it was not made')
    const ways = [...made.values()].filter(isWay)
    expect(await fetchThrough(clients.ports[ways.indexOf(way)] ?? 0, deadlineMs)).toBe(megabyte)
  })

  it('all of it live: the core has not restarted since the first of them', () => {
    expect(panel.record().pid).toBe(pid)
  })
}
