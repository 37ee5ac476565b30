import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { reaches } from './core/dial.ts'
import { type Clients, kinds, openClients } from './core/metered.ts'
import { createOrigin, type Origin } from './core/origin.ts'

describe.skipIf(!coreBinary)('a Trojan client that is also on Shadowsocks 2022', () => {
  const binary = coreBinary ?? ''
  let origin: Origin
  let panel: CorePanel
  const open: Clients[] = []
  beforeAll(async () => {
    origin = await createOrigin()
    panel = await startCorePanel(binary)
    await panel.until('running')
    await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
  })
  afterAll(async () => {
    for (const clients of open) await clients.stop()
    await panel?.stop()
    await origin?.close()
  })

  it('keeps its Trojan link, and can connect through both', async () => {
    const [one = 0, two = 0] = await freePorts(2)
    const trojan = await panel.addInbound(cellInbound(kinds.trojan, { port: one }))
    const cell = cellInbound(kinds.shadowsocks, { port: two })
    const method = '2022-blake3-aes-256-gcm'
    const password = randomBytes(32).toString('base64')
    const keyed = await panel.addInbound({ ...cell, settings: { ...cell.settings, method, password } })
    const before = await panel.addClient('ann', [trojan.id], { password: 'a pass phrase' })
    const given = await openClients(binary, [{ inbound: trojan, client: before }])
    open.push(given)
    await until('Trojan gets through', () => reaches(given.portOf('ann')))

    await panel.call('/panel/api/clients/ann/attach', { inboundIds: [keyed.id] })
    const after = await panel.client('ann')
    const both = await openClients(binary, [{ inbound: keyed, client: after }])
    open.push(both)
    await until('Shadowsocks gets through', () => reaches(both.portOf('ann')))
    await until('Trojan gets through with the old password', () => reaches(given.portOf('ann')))

    await panel.call('/panel/api/server/restartXrayService')
    await panel.until('running')
    for (const clients of [given, both])
      await expect.poll(() => reaches(clients.portOf('ann')), { message: 'after a restart too' }).toBe(true)
  })
})
