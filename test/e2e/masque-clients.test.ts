import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { compareVersions } from '#domain/core-config/core-version.ts'
import { coreBinary, otherCores } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePort } from '#test/free-port.ts'
import { patient } from '#test/patient.ts'
import { deadlineMs, until } from '#test/until.ts'
import type { Way } from './core/client-core.ts'
import { type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { fetchThrough, openStreamSoon, reaches, type Stream } from './core/dial.ts'
import { handedOut, type MasqueApp, openMasque } from './core/masque-app.ts'
import { type Bytes, coreCounters, trafficOf } from './core/metered.ts'
import { createOrigin, megabyte, type Origin } from './core/origin.ts'

// People on MASQUE inbounds, with what the JSON subscription hands out (ADR 147).

const clients = '/panel/api/clients'
/** Of one response of the origin: its header. */
const headBytes = 512
const deadline = { timeout: deadlineMs }
const cell = { protocol: 'masque', network: 'masque', security: 'tls' } as const
const cores = Object.entries(otherCores).filter(([version]) => compareVersions(version, '26.9.30') >= 0)
if (cores.length === 0) console.log('MASQUE was not tried: no core from 26.9.30 on is on this machine.')

async function inboundWith(alpn: string[], more: Block = {}) {
  const made = cellInbound(cell, { port: await freePort() })
  const { tlsSettings, ...stream } = made.streamSettings
  return { ...made, streamSettings: { ...stream, tlsSettings: { ...(tlsSettings as Block), alpn }, ...more } }
}

describe.each(cores)('MASQUE people, core %s', (_, binary) => {
  let origin: Origin
  let panel: CorePanel
  let subPort: number
  let tunnel: Way['inbound']
  let pid: number
  let apps: MasqueApp[] = []
  let bystander: Stream

  const change = (email: string, patch: object) =>
    panel.call(`${clients}/update/${email}`, { email, ...patch })

  async function open(email: string, headers: Record<string, string> = {}): Promise<MasqueApp> {
    const [handed] = await handedOut(subPort, `${email}-page`, headers)
    const app = await openMasque(binary, handed)
    apps.push(app)
    return app
  }

  async function join(email: string, more: Block = {}, to = tunnel) {
    await panel.addClient(email, [to.id], { subId: `${email}-page`, ...more })
    return open(email)
  }

  beforeAll(async () => {
    origin = await createOrigin()
    subPort = await freePort()
    panel = await startCorePanel(binary, { env: { SLUICE_SUB_PORT: String(subPort) } })
    await panel.until('running')
    pid = panel.record().pid
    await panel.call('/panel/api/setting/update', { subJsonEnable: true })
    await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
    tunnel = await panel.addInbound(await inboundWith(['h3']))
    bystander = await openStreamSoon((await join('bystander')).port)
  })
  afterEach(async () => {
    for (const app of apps.splice(1)) await app.stop()
  })
  afterAll(async () => {
    bystander?.close()
    for (const app of apps) await app.stop()
    apps = []
    await panel?.stop()
    await origin?.close()
  })

  /** The core's own figures, once they have come to rest. */
  async function countedFor(email: string): Promise<Bytes> {
    const read = async () => (await coreCounters(panel)).get(email) ?? { up: 0, down: 0 }
    let counted = await read()
    await until(`the counters of ${email} come to rest`, async () => {
      const before = counted
      await new Promise((next) => setTimeout(next, 500))
      counted = await read()
      return before.up === counted.up && before.down === counted.down
    })
    return counted
  }

  async function othersStay() {
    expect(await bystander.flows(), 'somebody else was dropped').toBe(true)
    expect(panel.record().pid).toBe(pid)
  }

  it('what the subscription hands out connects, and each byte is counted once', async () => {
    const app = await join('ann')
    expect(await fetchThrough(app.port, deadlineMs)).toBe(megabyte)
    const { up, down } = await countedFor('ann')
    expect([down >= megabyte, down <= megabyte + headBytes]).toEqual([true, true])
    expect([up > 0, up <= headBytes]).toEqual([true, true])
    await expect.poll(() => trafficOf(panel, 'ann')).toMatchObject({ up, down })
    const stream = await openStreamSoon(app.port)
    const second = await open('ann')
    expect(await reaches(second.port)).toBe(true)
    expect(await stream.flows(), 'a second device ended the first').toBe(true)
    stream.close()
    await othersStay()
  })

  it('over HTTP/2, with a path and a host of the operator, too', async () => {
    const masqueSettings = { path: '/own/{target}/{ipproto}', host: 'front.example' }
    const over = await panel.addInbound(await inboundWith(['h2'], { masqueSettings }))
    const app = await join('hugo', {}, over)
    expect(await fetchThrough(app.port, deadlineMs)).toBe(megabyte)
    expect((await countedFor('hugo')).down).toBeGreaterThanOrEqual(megabyte)
    await othersStay()
  })

  it('an address inside the tunnel is no place, and its client is online', async () => {
    const app = await join('olga', { limitIp: 1 })
    const stream = await openStreamSoon(app.port)
    await expect.poll(() => panel.call<string[]>(`${clients}/onlines`), deadline).toContain('olga')
    expect(await panel.call(`${clients}/ips/olga`)).not.toEqual(expect.stringContaining('10.143.'))
    stream.close()
  })

  it('a device with a key of its own is a user, and counts for its client', async () => {
    await panel.addClient('dora', [tunnel.id], { subId: 'dora-page', deviceKeys: true })
    const app = await open('dora', { 'x-hwid': 'a phone', 'x-device-model': 'phone' })
    expect(await fetchThrough(app.port, deadlineMs)).toBe(megabyte)
    const device = [...(await coreCounters(panel)).keys()].filter((name) => name.endsWith('/dora'))
    expect(device).toEqual([expect.stringMatching(/^\d+\/dora$/)])
    await expect
      .poll(async () => (await trafficOf(panel, 'dora')).down, deadline)
      .toBeGreaterThanOrEqual(megabyte)
  })

  const endings: Record<string, (email: string) => Promise<unknown>> = {
    disabled: (email) => change(email, { enable: false }),
    deleted: (email) => panel.call(`${clients}/del/${email}`),
    detached: (email) => panel.call(`${clients}/${email}/detach`, { inboundIds: [tunnel.id] }),
    expired: (email) => change(email, { expiryTime: Date.now() - 1_000 }),
    'given-another-password': (email) => change(email, { password: 'another' }),
    renamed: (email) => change(email, { email: `${email}-now` }),
  }
  it('whoever loses access is cut live, and nobody else', async () => {
    const lost = Object.entries(endings).map(async ([ending, end]) => {
      const app = await join(ending)
      const stream = await openStreamSoon(app.port, '/fast')
      await end(ending)
      await expect.poll(() => stream.flows(patient(1_500)), { message: ending }).toBe(false)
      stream.close()
      expect([ending, await reaches(app.port, patient(3_000))]).toEqual([ending, false])
    })
    await Promise.all(lost)
    await othersStay()
  })

  const backs: Record<string, (email: string) => Promise<unknown>> = {
    disabled: (email) => change(email, { enable: true }),
    detached: (email) => panel.call(`${clients}/${email}/attach`, { inboundIds: [tunnel.id] }),
    expired: (email) => change(email, { expiryTime: 0, enable: true }),
    'given-another-password': async () => {},
    renamed: async () => {},
  }
  it('and gets in by what the panel hands out now', async () => {
    await Promise.all(
      Object.entries(backs).map(async ([ending, letIn]) => {
        await letIn(ending)
        const app = await open(ending)
        await expect.poll(() => reaches(app.port), { message: ending }).toBe(true)
      }),
    )
    await othersStay()
  })

  it('a quota cuts in the middle of a download, and a reset lets the same app in again', async () => {
    const quota = 2 * megabyte
    const app = await join('quinn', { totalGB: quota })
    const stream = await openStreamSoon(app.port, '/fast')
    await until('the quota is used up', async () => !(await panel.client('quinn')).enable)
    await expect.poll(() => stream.flows(patient(1_500))).toBe(false)
    const delivered = stream.bytes()
    stream.close()
    expect(await reaches(app.port, patient(3_000))).toBe(false)
    const { up, down } = await countedFor('quinn')
    expect([delivered > quota / 2, down >= delivered]).toEqual([true, true])
    await expect.poll(() => trafficOf(panel, 'quinn')).toMatchObject({ up, down })
    await panel.call(`${clients}/resetTraffic/quinn`)
    await until('the same app is let in again', () => reaches(app.port))
    await othersStay()
  })

  it('many more at once get in, and nobody is dropped', async () => {
    const emails = Array.from({ length: 100 }, (_, i) => `many-${i}`)
    const made = emails.map((email) => ({
      client: { email, subId: `${email}-page` },
      inboundIds: [tunnel.id],
    }))
    await panel.call(`${clients}/bulkCreate`, made)
    for (const email of ['many-0', 'many-99']) {
      const app = await open(email)
      await expect.poll(() => reaches(app.port), { message: email }).toBe(true)
    }
    await othersStay()
  })
})

describe.skipIf(!coreBinary)('a core without MASQUE', () => {
  it('is not given such an inbound, and the refusal says which version takes it', async () => {
    const panel = await startCorePanel(coreBinary ?? '')
    try {
      await panel.until('running')
      await expect(panel.addInbound(await inboundWith(['h3']))).rejects.toThrow(/26\.9\.30/)
    } finally {
      await panel.stop()
    }
  })
})
