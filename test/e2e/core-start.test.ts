import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { patient } from '#test/patient.ts'
import { type ClientCore, startClientCore, type Way } from './core/client-core.ts'
import { type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { reaches } from './core/dial.ts'
import { createOrigin, type Origin } from './core/origin.ts'

const trojan = { protocol: 'trojan', network: 'tcp', security: 'tls' } as const

describe.skipIf(!coreBinary)('a core that does not start with the stored configuration', () => {
  const binary = coreBinary ?? ''
  let origin: Origin
  let panel: CorePanel
  let ways: Way[]
  let clients: ClientCore
  beforeAll(async () => {
    origin = await createOrigin()
  })
  afterAll(() => origin.close())
  afterEach(async () => {
    await clients?.stop()
    await panel?.stop()
  })

  /** Two inbounds with a client each, both of whom can connect. */
  async function settle(): Promise<void> {
    panel = await startCorePanel(binary)
    await panel.until('running')
    await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
    ways = []
    for (const port of await freePorts(2)) {
      const inbound = await panel.addInbound(cellInbound(trojan, { port }))
      ways.push({ inbound, client: await panel.addClient(`client-${port}`, [inbound.id]) })
    }
    clients = await startClientCore(binary, ways)
    expect(await through()).toEqual([true, true])
  }
  const through = () => Promise.all(clients.ports.map((port) => reaches(port, patient(1_500))))
  const eventually = (wanted: boolean[]) => expect.poll(through, { interval: 100 }).toEqual(wanted)

  it('only the inbound that cannot listen is missing, and comes back when it can', async () => {
    await settle()
    await panel.call('/panel/api/server/stopXrayService')
    const squatter = createServer((socket) => socket.destroy())
    await new Promise<void>((done) => squatter.listen(ways[0]?.inbound.port, '127.0.0.1', done))
    await panel.call('/panel/api/server/restartXrayService') // it starts at once, without that one
    await panel.until('running')
    await eventually([false, true])
    // The step after the awaited one: its refusal arrives a moment later.
    await expect
      .poll(() => panel.read('/panel/xray/getXrayResult'))
      .toMatch(/refused.*address already in use/s)
    await new Promise((done) => squatter.close(done))
    await eventually([true, true])
    expect(await panel.read('/panel/xray/getXrayResult')).toBe('')
  })

  it('a template that it refuses is replaced by the last one that ran', async () => {
    await settle()
    await panel.program.kill('SIGTERM')
    const broken = templateTo(origin.port, { outbounds: [{ tag: 'x', protocol: 'carrier-pigeon' }] })
    const db = new DatabaseSync(join(panel.folder, 'sluice.db'))
    const change = db.prepare("update settings set value = ? where key = 'xrayTemplateConfig'")
    expect(change.run(JSON.stringify(broken)).changes).toBe(1)
    db.close()
    panel = await startCorePanel(binary, { folder: panel.folder })
    await panel.until('running')
    await eventually([true, true])
    expect(await panel.read('/panel/xray/getXrayResult')).toContain('carrier-pigeon')
    await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
    await expect.poll(() => panel.read('/panel/xray/getXrayResult')).toBe('')
  })
})
