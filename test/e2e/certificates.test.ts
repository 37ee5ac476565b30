import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CertificateView } from '#contract/certificates-api.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { coreBinary } from '#test/core-binary.ts'
import { clientConfig } from '#test/fixtures/client-side.ts'
import { type Pebble, pebbleIsHere, startPebble, whyNoPebble } from '#test/fixtures/pebble.ts'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { type ClientCore, runClientCore } from './core/client-core.ts'
import { type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { fetchThrough, openStream, reaches, type Stream } from './core/dial.ts'
import { createOrigin, type Origin } from './core/origin.ts'

if (!pebbleIsHere) console.log(`Left out: renewals under traffic: ${whyNoPebble}`)

const name = 'vpn.example.org'
const base = { id: 0, tag: '', listen: '', enable: true, nodeId: null, sniffing: {}, settings: {} }
const at = (path: string) => `/panel/api/certificates/${path}`

/** The serial that a new connection to the core is shown. */
const shownBy = (port: number) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, servername: name, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate()?.serialNumber ?? '')
      socket.destroy()
    })
    socket.once('error', reject)
  })

describe.skipIf(!pebbleIsHere || !coreBinary)('a renewal under traffic', () => {
  let pebble: Pebble
  let origin: Origin
  let panel: CorePanel
  const apps: { core: Omit<ClientCore, 'ports'>; port: number; stream: Stream }[] = []
  let inbounds: SectionSource[] = []
  let first: CertificateView

  async function connected(inbound: SectionSource): Promise<void> {
    const email = `on-${inbound.port}`
    const client = await panel.addClient(email, [inbound.id])
    const port = await freePort()
    const options = { address: '127.0.0.1', port: inbound.port, socksPort: port, ca: pebble.root }
    const core = await runClientCore(coreBinary ?? '', clientConfig(inbound, client, options))
    await until('the client gets through', () => reaches(port))
    apps.push({ core, port, stream: await openStream(port) })
  }

  /** The answer comes after twenty seconds at most, the certificate when the authority is done. */
  async function ordered(path: string, body?: object): Promise<CertificateView> {
    let view = await panel.call<CertificateView>(at(path), body)
    const { id } = view
    await until('the order has ended', async () => {
      view = await panel.read<CertificateView>(at(`get/${id}`))
      return !view.busy
    })
    return view
  }

  beforeAll(async () => {
    pebble = await startPebble()
    origin = await createOrigin()
    panel = await startCorePanel(coreBinary ?? '', { env: pebble.env })
    await panel.call('/panel/xray/update', { xraySetting: JSON.stringify(templateTo(origin.port)) })
    await panel.until('running')
    first = await ordered('issue', { names: [name] })
    expect(first).toMatchObject({ state: 'valid', error: '' })
    const { certificateFile, keyFile } = first
    // Read every second instead of every hour.
    const tlsSettings = { serverName: name, certificates: [{ certificateFile, keyFile, ocspStapling: 1 }] }
    const tcp = { network: 'tcp', security: 'tls', tlsSettings }
    const quic = { network: 'hysteria', security: 'tls', tlsSettings, hysteriaSettings: { version: 2 } }
    inbounds = [
      await panel.addInbound({ ...base, port: await freePort(), protocol: 'vless', streamSettings: tcp }),
      await panel.addInbound({
        ...base,
        port: await freePort(),
        protocol: 'hysteria2',
        streamSettings: quic,
      }),
    ]
    for (const inbound of inbounds) await connected(inbound)
  })
  afterAll(async () => {
    for (const { core, stream } of apps) {
      stream.close()
      await core.stop()
    }
    await panel?.stop()
    await origin?.close()
    await pebble?.stop()
  })

  it('reaches the core by the files, and no client is disconnected', async () => {
    const port = inbounds[0]?.port ?? 0
    const core = panel.record()
    expect(await shownBy(port)).toBe(first.serial)
    expect((await panel.read<CertificateView>(at(`get/${first.id}`))).usedBy).toHaveLength(2)
    const renewed = await ordered(`renew/${first.id}`)
    expect(renewed).toMatchObject({ state: 'valid', error: '', certificateFile: first.certificateFile })
    expect(renewed.serial).not.toBe(first.serial)
    await expect.poll(() => shownBy(port)).toBe(renewed.serial)
    for (const { stream } of apps) expect(await stream.flows()).toBe(true)
    expect(panel.record()).toEqual(core) // the same process, and its configuration was not touched
    for (const { port: proxy } of apps) expect(await fetchThrough(proxy)).toBe(1_048_576)
  })

  it('is handed to another inbound by its number, which keeps the streams of the others', async () => {
    const plain = await panel.addInbound({
      ...base,
      ...{ port: await freePort(), protocol: 'trojan', streamSettings: { network: 'tcp', security: 'none' } },
    })
    const refused = await panel.visitor.post(at(`use/${first.id}`), { inboundIds: [plain.id] })
    expect(refused).toMatchObject({ success: false, code: 'certificate.not-tls' })
    const [tls] = inbounds
    const { streamSettings } = tls ?? {}
    const other = await panel.addInbound({
      ...base,
      ...{ port: await freePort(), protocol: 'trojan', streamSettings: streamSettings ?? {} },
    })
    await panel.call(at(`use/${first.id}`), { inboundIds: [other.id] })
    await expect.poll(() => shownBy(other.port).catch(String)).toMatch(/^[0-9A-F]{8,}$/)
    for (const { stream } of apps) expect(await stream.flows()).toBe(true)
  })
})
