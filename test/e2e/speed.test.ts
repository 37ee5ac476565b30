import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installationForNobody, nobody } from '#test/another-user.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { hasCore, readableCore } from './core/binary.ts'
import { type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { type Clients, type NamedWay, openClients } from './core/metered.ts'
import { createOrigin, type Origin } from './core/origin.ts'
import {
  createSpeedOrigin,
  openTransfer,
  ratesOf,
  type SpeedOrigin,
  type Transfer,
} from './core/speed-origin.ts'

const MB = 1_000_000
const bits = 8
const forNobody = hasCore() ? installationForNobody('speeds held by a panel of another user') : undefined
const clients = '/panel/api/clients'

describe.runIf(hasCore())('speeds of clients', () => {
  const binary = readableCore()
  let origin: Origin
  let source: SpeedOrigin
  let panel: CorePanel
  let core: Clients
  const open: Transfer[] = []

  const download = async (email: string, what = 'D', tls = false) => {
    const transfer = await openTransfer(core.portOf(email), what, tls)
    open.push(transfer)
    return transfer
  }
  const close = () => {
    for (const transfer of open.splice(0)) transfer.close()
  }
  const update = (email: string, fields: object) =>
    panel.call(`${clients}/update/${email}`, { email, ...fields })
  /** Waits until what a transfer carries in a moment is within these bounds. */
  const settles = (transfer: Transfer, least: number, most: number) =>
    until(`a rate between ${least} and ${most}`, async () => {
      const [rate = 0] = await ratesOf([transfer], 500)
      return rate >= least && rate <= most
    })
  /** A busy machine may lose a moment: one of several stretches of three seconds must hold. */
  const holds = async (all: readonly Transfer[], areRight: (rates: number[]) => boolean) => {
    let rates: number[] = []
    await until('the rates hold', async () => {
      rates = await ratesOf(all, 3_000)
      return areRight(rates)
    }).catch((error: Error) => {
      throw new Error(`${error.message}: ${rates.map(Math.round)}`)
    })
    return rates
  }
  const isHeld = (rate: number) => rate > 1.4 * MB && rate < 2.1 * MB

  beforeAll(async () => {
    ;[origin, source] = [await createOrigin(), await createSpeedOrigin()]
    panel = await startCorePanel(
      binary.path,
      forNobody ? { uid: nobody, installation: forNobody } : undefined,
    )
    await panel.until('running')
    const inner = { redirect: `127.0.0.1:${source.tlsPort}`, finalRules: [{ action: 'allow' }] }
    await panel.call('/panel/xray/update', {
      xraySetting: templateTo(source.port, {
        outbounds: [{ tag: 'tls', protocol: 'freedom', settings: inner }],
        rules: [{ type: 'field', user: ['vision', 'dora'], outboundTag: 'tls' }],
      }),
    })
    const ports = await freePorts(2)
    const plain = await panel.addInbound(
      cellInbound(
        { protocol: 'vless', network: 'tcp', security: 'none' },
        { port: ports[0] ?? 0, target: '' },
      ),
    )
    const reality = await panel.addInbound(
      cellInbound(
        { protocol: 'vless', network: 'tcp', security: 'reality' },
        { port: ports[1] ?? 0, target: origin.realityTarget },
      ),
    )
    const speedDown = 2 * MB * bits
    const ways: NamedWay[] = [
      { inbound: plain, client: await panel.addClient('ann', [plain.id], { speedDown }) },
      { inbound: plain, client: await panel.addClient('bob', [plain.id]) },
      {
        inbound: reality,
        client: await panel.addClient('vision', [reality.id], { speedDown, flow: 'xtls-rprx-vision' }),
      },
      {
        inbound: plain,
        client: await panel.addClient('carol', [plain.id], { whenEnded: 'slow', slowSpeed: MB }),
      },
      {
        inbound: reality,
        client: await panel.addClient('dora', [reality.id], {
          ...{ speedDown, flow: 'xtls-rprx-vision', whenEnded: 'slow', slowSpeed: MB },
        }),
      },
    ]
    core = await openClients(binary.path, ways)
  })
  afterAll(async () => {
    close()
    await core?.stop()
    await panel?.stop()
    binary.remove()
    await Promise.all([origin?.close(), source?.close()])
  })

  it('hold for a plain and for a spliced download, and for nobody else', async () => {
    const [ann, vision, bob] = [
      await download('ann'),
      await download('vision', 'D', true),
      await download('bob', `S ${4 * MB}`),
    ]
    await settles(vision, 0, 2.2 * MB)
    const [plain = 0, , other = 0] = await holds(
      [ann, vision, bob],
      ([a = 0, b = 0]) => isHeld(a) && isHeld(b),
    )
    expect(other, 'another client of the same inbound').toBeGreaterThan(1.5 * plain)
    close()
  })

  it('are shared by all connections of a client', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => download('ann')))
    await ratesOf(all, 2_000) // what was sent before the first look is taken back
    const sumOf = (rates: number[]) => rates.reduce((a, b) => a + b, 0)
    const rates = await holds(all, (some) => isHeld(sumOf(some)))
    expect(Math.min(...rates)).toBeGreaterThan(sumOf(rates) / 8 / 3) // nobody starves
    close()
  })

  it('change in an open connection', async () => {
    const ann = await download('ann')
    await settles(ann, 1 * MB, 2.3 * MB)
    await update('ann', { speedDown: 1 * MB * bits })
    await settles(ann, 0.5 * MB, 1.2 * MB)
    await update('ann', { speedDown: 0 })
    await settles(ann, 6 * MB, Number.POSITIVE_INFINITY)
    await panel.call(`${clients}/groups/bulkAdd`, { emails: ['ann'], group: 'school' })
    await panel.call(`${clients}/groups/update`, { name: 'school', speedDown: 1 * MB * bits })
    await settles(ann, 0.5 * MB, 1.2 * MB)
    expect(ann.isOpen()).toBe(true)
    close()
  })

  it('a client at its quota goes on slowly, and fast again once it is renewed, in one download', async () => {
    const carol = await download('carol', `S ${4 * MB}`)
    await update('carol', { totalGB: 1 })
    await settles(carol, 1, 0.2 * MB)
    expect(await panel.client('carol')).toMatchObject({ enable: true, slowed: 'ended', totalGB: 1 })
    await update('carol', { totalGB: 1_000 * MB })
    await settles(carol, 2 * MB, Number.POSITIVE_INFINITY)
    await update('carol', { expiryTime: Date.now() + 500 })
    await settles(carol, 1, 0.2 * MB)
    await update('carol', { expiryTime: 0 })
    await settles(carol, 2 * MB, Number.POSITIVE_INFINITY)
    expect(carol.isOpen()).toBe(true)
    close()
  })

  it('a spliced download that was reset is not slowed down again by its bytes from before', async () => {
    const dora = await download('dora', 'D', true)
    await update('dora', { totalGB: 20 * MB }) // ten seconds of its speed
    await expect.poll(() => panel.client('dora')).toMatchObject({ slowed: 'ended' })
    await settles(dora, 1, 0.3 * MB)
    await panel.call(`${clients}/resetTraffic/dora`)
    const reset = dora.bytes()
    await settles(dora, 1 * MB, Number.POSITIVE_INFINITY)
    // A tick, which judges it anew, comes before half of its new quota is used.
    await until('half of its quota is used', () => dora.bytes() - reset > 12 * MB)
    expect(await panel.client('dora')).toMatchObject({ slowed: '', enable: true })
    close()
  })
})
