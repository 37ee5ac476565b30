import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ClientTraffic } from '#contract/traffic.ts'
import { coreBinary } from '#test/core-binary.ts'
import { withTunnel } from '#test/fixtures/three-x-ui-wireguard.ts'
import { freePort } from '#test/free-port.ts'
import { deadlineMs, until } from '#test/until.ts'
import { type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { fetchThrough, openStreamSoon, reaches } from './core/dial.ts'
import { trafficOf } from './core/metered.ts'
import { createOrigin, megabyte, type Origin } from './core/origin.ts'
import { openWireguard, wireguardApp } from './core/wireguard-app.ts'

/** Of its own, so that the ports of the old inbounds are free. */
const listen = '127.0.0.64'
const expiry = Date.UTC(2032, 3, 5)
const people = [
  {
    email: 'wg-anna',
    addresses: ['10.0.0.2/32'],
    quota: 5 * megabyte,
    used: 2 * megabyte,
    expiry,
    enable: true,
  },
  {
    email: 'wg-both',
    addresses: ['10.0.0.7/32', 'fd00::7/128'],
    quota: 0,
    used: 12_345,
    expiry: 0,
    enable: true,
  },
  {
    email: 'wg-ended',
    addresses: ['10.0.0.3/32'],
    quota: megabyte,
    used: megabyte,
    expiry: 0,
    enable: false,
  },
  {
    email: 'wg-late',
    addresses: ['10.0.0.4/32'],
    quota: 0,
    used: 0,
    expiry: Date.UTC(2025, 1, 1),
    enable: false,
  },
].map((person, i) => ({ ...person, keepAlive: i === 0 ? 25 : 0, hasSharedKey: i === 0 }))

describe.skipIf(!coreBinary || !wireguardApp)('people with WireGuard of a 3x-ui 3.6', () => {
  let origin: Origin
  let panel: CorePanel
  let old: ReturnType<typeof withTunnel>
  const stops: (() => Promise<void>)[] = []

  async function open(conf: string | undefined) {
    const app = await openWireguard(conf ?? '')
    stops.push(app.stop)
    return app
  }

  beforeAll(async () => {
    origin = await createOrigin()
    panel = await startCorePanel(coreBinary ?? '', { env: { SLUICE_BASE_PATH: '/' } })
    await panel.until('running')
    await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
    old = withTunnel({ listen, port: await freePort(), people })
  })
  // Two devices with one key would take the tunnel from each other.
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  afterAll(async () => {
    await panel?.stop()
    await origin?.close()
  })

  it('are imported with keys, addresses, quota, use and end', async () => {
    const form = new FormData()
    form.set('db', new Blob([new Uint8Array(old.database)]), 'x-ui.db')
    const { cookie, csrf } = panel.visitor
    const upload = await fetch(`${panel.program.url}/panel/api/move-in/upload`, {
      method: 'POST',
      headers: { cookie, 'x-csrf-token': csrf },
      body: form,
    })
    const { obj } = (await upload.json()) as { obj: { id: string } }
    await panel.call(`/panel/api/move-in/apply/${obj.id}`, {})
    for (const { person, privateKey, publicKey, preSharedKey } of old.entries) {
      const { email, addresses, quota, used, expiry: expiryTime, enable, keepAlive = 0 } = person
      const kept = { privateKey, publicKey, preSharedKey, keepAlive, allowedIPs: addresses.join() }
      expect(await panel.client(email)).toMatchObject({ ...kept, totalGB: quota, expiryTime, enable })
      const { up, down }: ClientTraffic = await trafficOf(panel, email)
      expect([email, up + down]).toEqual([email, used])
    }
  })

  it('connect with the files that they have, and go on being counted', async () => {
    for (const email of ['wg-anna', 'wg-both']) {
      const { down } = await trafficOf(panel, email)
      const app = await open(old.confs.get(email))
      await until(`${email} gets through`, () => reaches(app.port))
      expect(await fetchThrough(app.port, deadlineMs)).toBe(megabyte)
      await expect
        .poll(async () => (await trafficOf(panel, email)).down - down)
        .toBeGreaterThanOrEqual(2 * megabyte)
    }
  })

  it('a quota goes on from what was used there, and a reset begins it anew', async () => {
    const app = await open(old.confs.get('wg-anna'))
    const stream = await openStreamSoon(app.port, '/fast')
    await until('it is used up', async () => !(await panel.client('wg-anna')).enable)
    expect(stream.bytes()).toBeLessThan(2 * megabyte)
    stream.close()
    await expect.poll(() => reaches(app.port, 1_500)).toBe(false)
    await panel.call('/panel/api/clients/resetTraffic/wg-anna')
    await expect.poll(() => reaches(app.port)).toBe(true)
  })

  it.each(['wg-ended', 'wg-late'])('%s, whose time or quota was over there, is not let in', async (email) => {
    const app = await open(old.confs.get(email))
    expect(await reaches(app.port)).toBe(false)
  })

  it('a peer that was no client there is served as before', async () => {
    const app = await open(old.loneConf)
    await until('it gets through', () => reaches(app.port))
    expect(await fetchThrough(app.port, deadlineMs)).toBe(megabyte)
  })
})
