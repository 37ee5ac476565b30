import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareVersions } from '#domain/core-config/core-version.ts'
import { newPeerKeys } from '#domain/wireguard/keys.ts'
import { otherCores } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePort } from '#test/free-port.ts'
import { deadlineMs, until } from '#test/until.ts'
import { type ClientCore, startClientCore, type Way } from './core/client-core.ts'
import { type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { fetchThrough, openStreamSoon, reaches, type Stream } from './core/dial.ts'
import { trafficOf } from './core/metered.ts'
import { createOrigin, megabyte, type Origin } from './core/origin.ts'
import { handedOut, openWireguard, type WireguardApp, wireguardApp } from './core/wireguard-app.ts'

// Before 26.6.27 the core takes clients of a tunnel only with the whole inbound, and counts nobody there (ADR 145).

const clients = '/panel/api/clients'
const older = Object.entries(otherCores).filter(([version]) => compareVersions(version, '26.6.27') < 0)
if (older.length === 0) console.log('Not tested with a core before 26.6.27: only the long run has one.')

describe.each(wireguardApp ? older : [])('WireGuard people, core %s', (_, binary) => {
  let origin: Origin
  let panel: CorePanel
  let subPort: number
  let tunnel: Way['inbound']
  let pid: number
  let neighbour: ClientCore
  let stream: Stream
  const apps: WireguardApp[] = []

  async function open(email: string): Promise<WireguardApp> {
    const app = await openWireguard(await handedOut(subPort, `${email}-page`))
    apps.push(app)
    return app
  }
  const join = async (email: string) => {
    await panel.addClient(email, [tunnel.id], { subId: `${email}-page` })
    return open(email)
  }

  beforeAll(async () => {
    origin = await createOrigin()
    subPort = await freePort()
    panel = await startCorePanel(binary, { env: { SLUICE_SUB_PORT: String(subPort) } })
    await panel.until('running')
    pid = panel.record().pid
    await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
    tunnel = await panel.addInbound(cellInbound({ protocol: 'wireguard' }, { port: await freePort() }))
    const cell = { protocol: 'vmess', network: 'ws', security: 'none' } as const
    const inbound = await panel.addInbound(cellInbound(cell, { port: await freePort() }))
    neighbour = await startClientCore(binary, [
      { inbound, client: await panel.addClient('vera', [inbound.id]) },
    ])
    stream = await openStreamSoon(neighbour.ports[0] ?? 0)
  })
  afterAll(async () => {
    stream?.close()
    await neighbour?.stop()
    for (const app of apps) await app.stop()
    await panel?.stop()
    await origin?.close()
  })

  const nobodyElsewhere = async () => {
    expect(await stream.flows()).toBe(true)
    expect(panel.record().pid).toBe(pid)
  }

  it('a client that is added gets in, and is not counted', async () => {
    const app = await join('ann')
    await until('ann gets through', () => reaches(app.port))
    expect(await fetchThrough(app.port, deadlineMs)).toBe(megabyte)
    expect(await trafficOf(panel, 'ann')).toMatchObject({ up: 0, down: 0 })
    await nobodyElsewhere()
  })

  it('one that is disabled is out, the others are back by themselves, and so is it when enabled', async () => {
    const [ann] = apps
    const bob = await join('bob')
    for (const app of [ann, bob]) await until('both get through', () => reaches(app?.port ?? 0))
    await panel.call(`${clients}/update/bob`, { email: 'bob', enable: false })
    await expect.poll(() => reaches(bob.port, 1_500)).toBe(false)
    await until('ann is back', () => reaches(ann?.port ?? 0))
    expect(await reaches(bob.port)).toBe(false)
    await panel.call(`${clients}/update/bob`, { email: 'bob', enable: true })
    await until('bob is back', () => reaches(bob.port))
    await nobodyElsewhere()
  })

  it('another key holds for what the page hands out now', async () => {
    const { privateKey } = newPeerKeys({ bytes: (n) => crypto.getRandomValues(new Uint8Array(n)) })
    const before = await open('bob')
    await panel.call(`${clients}/update/bob`, { email: 'bob', privateKey })
    const after = await open('bob')
    await until('the new key gets through', () => reaches(after.port))
    expect(await reaches(before.port)).toBe(false)
    await nobodyElsewhere()
  })

  it('many at once all get in', async () => {
    const emails = Array.from({ length: 40 }, (_, i) => `many-${i}`)
    const made = emails.map((email) => ({
      client: { email, subId: `${email}-page` },
      inboundIds: [tunnel.id],
    }))
    await panel.call(`${clients}/bulkCreate`, made)
    for (const email of ['many-0', 'many-39']) {
      const app = await open(email)
      await until(`${email} gets through`, () => reaches(app.port))
    }
    await nobodyElsewhere()
    expect(panel.program.errors()).not.toContain('did not apply a change')
  })
})
