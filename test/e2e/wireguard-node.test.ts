import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Inbound } from '#contract/inbound.ts'
import { newPeerKeys } from '#domain/wireguard/keys.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePort } from '#test/free-port.ts'
import { patient } from '#test/patient.ts'
import { deadlineMs, until } from '#test/until.ts'
import { type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { fetchThrough, openStreamSoon, reaches, type Stream } from './core/dial.ts'
import { trafficOf } from './core/metered.ts'
import { createOrigin, megabyte, type Origin } from './core/origin.ts'
import { handedOut, openWireguard, type WireguardApp, wireguardApp } from './core/wireguard-app.ts'

const clients = '/panel/api/clients'

describe.skipIf(!coreBinary || !wireguardApp)('WireGuard people on a node', () => {
  const binary = coreBinary ?? ''
  let origin: Origin
  let centre: CorePanel
  let node: CorePanel
  let subPort: number
  let tunnel: { id: number }
  let bystander: Stream
  let pid: number
  const apps: WireguardApp[] = []

  async function open(email: string): Promise<WireguardApp> {
    const app = await openWireguard(await handedOut(subPort, `${email}-page`))
    apps.push(app)
    return app
  }
  async function join(email: string, more: object = {}) {
    await centre.addClient(email, [tunnel.id], { subId: `${email}-page`, ...more })
    const app = await open(email)
    await until(`${email} gets through`, () => reaches(app.port))
    return app
  }
  const change = (email: string, patch: object) =>
    centre.call(`${clients}/update/${email}`, { email, ...patch })

  beforeAll(async () => {
    origin = await createOrigin()
    const nodePort = await freePort()
    subPort = await freePort()
    centre = await startCorePanel(binary, { env: { SLUICE_SUB_PORT: String(subPort) } })
    node = await startCorePanel(binary, { port: nodePort })
    for (const panel of [centre, node]) await panel.until('running')
    await node.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
    const { token } = await node.call<{ token: string }>('/panel/setting/apiTokens/create', {
      name: 'centre',
    })
    const { id: nodeId } = await centre.call<{ id: number }>('/panel/api/nodes/add', {
      ...{ name: 'far', scheme: 'http', address: '127.0.0.1', port: nodePort, apiToken: token },
      allowPrivateAddress: true,
    })
    const source = cellInbound({ protocol: 'wireguard' }, { port: await freePort() })
    const { id: _, tag: __, ...cell } = source
    tunnel = await centre.call<Inbound>('/panel/api/inbounds/add', { ...cell, listen: '127.0.0.1', nodeId })
    bystander = await openStreamSoon((await join('bystander')).port)
    pid = node.record().pid
  })
  afterEach(async () => {
    for (const app of apps.splice(1)) await app.stop()
  })
  afterAll(async () => {
    bystander?.close()
    for (const app of apps) await app.stop()
    await Promise.all([centre?.stop(), node?.stop()])
    await origin?.close()
  })

  async function othersStay() {
    expect(await bystander.flows(), 'somebody else was dropped').toBe(true)
    expect(node.record().pid).toBe(pid)
  }

  it("the file of the centre's page leads to the node, and the centre counts", async () => {
    const app = await join('ann')
    const { down } = await trafficOf(centre, 'ann')
    expect(await fetchThrough(app.port, deadlineMs)).toBe(megabyte)
    await expect
      .poll(async () => (await trafficOf(centre, 'ann')).down)
      .toBeGreaterThanOrEqual(down + megabyte)
    await othersStay()
  })

  it('another key holds there, and the old one ends', async () => {
    const app = await join('kim')
    const stream = await openStreamSoon(app.port, '/fast')
    const { privateKey } = newPeerKeys({ bytes: (n) => crypto.getRandomValues(new Uint8Array(n)) })
    await change('kim', { privateKey })
    await expect.poll(() => stream.flows(patient(1_500))).toBe(false)
    stream.close()
    const anew = await open('kim')
    await expect.poll(() => reaches(anew.port)).toBe(true)
    expect(await reaches(app.port)).toBe(false)
    await othersStay()
  })

  it('a quota cuts there, and a reset lets the same app in again', async () => {
    const app = await join('quinn', { totalGB: 2.5 * megabyte })
    const stream = await openStreamSoon(app.port, '/fast')
    await until('the quota is used up', async () => !(await centre.client('quinn')).enable)
    await expect.poll(() => stream.flows(patient(1_500))).toBe(false)
    stream.close()
    await centre.call(`${clients}/resetTraffic/quinn`)
    await expect.poll(() => reaches(app.port)).toBe(true)
    await othersStay()
  })
})
