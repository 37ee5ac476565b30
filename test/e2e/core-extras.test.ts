import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CoreStatus, HistoryPoint } from '#contract/status.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Egress } from '#server/platform/egress/safe-fetch.ts'
import { selfSigned } from '#server/platform/http/certificate.ts'
import { coreBinary } from '#test/core-binary.ts'
import { siteFile, type TestDomain } from '#test/fixtures/geo-dat.ts'
import { freePort } from '#test/free-port.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { until } from '#test/until.ts'

// The panel around the real core: figures, observatory, access log, geo files that the core itself reads.
const ad: TestDomain = { type: 'domain', value: 'ads.example' }
const padding: TestDomain = { type: 'full', value: `${'x'.repeat(60)}.example` }
let geosite = siteFile({ ADS: [ad, padding], CN: [padding] })

const closed = () => Promise.reject(new Refusal('other.said', { reason: 'Tests have no way out.' }))
const egress: Egress = {
  safeFetch: closed,
  checkUrl: closed,
  async safeDownload(_url, sink) {
    sink.end(geosite)
    await once(sink, 'close')
    return { status: 200, size: geosite.length, headers: new Map() }
  },
}

let t: TestPanel
let me: Visitor
let target: Server
let door: number

const server = (path: string) => `/panel/api/server/${path}`
const get = async <T>(path: string) => (await me.get<T>(server(path))).obj
const template = async () => JSON.parse((await me.post<string>('/panel/xray/')).obj).xraySetting
const save = (xraySetting: object) =>
  me.post('/panel/xray/update', { xraySetting: JSON.stringify(xraySetting) })
const running = () => t.panel.core.pid() !== undefined && t.panel.core.connected() !== undefined

async function firstTemplate() {
  const written = await template()
  const { port } = target.address() as { port: number } // it listens on a port, not on a path
  written.log.access = './access.log'
  written.inbounds.push({ tag: 'door', listen: '127.0.0.1', port: door, protocol: 'http', settings: {} })
  written.outbounds.push({ tag: 'probe', protocol: 'freedom', settings: {} })
  written.outbounds.push({ tag: 'probe-dead', protocol: 'blackhole', settings: {} })
  written.observatory = {
    subjectSelector: ['probe'],
    probeUrl: `http://127.0.0.1:${port}/`,
    probeInterval: '1s',
  }
  return written
}

describe.runIf(coreBinary !== undefined)('around the real core', () => {
  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', coreBinary ?? '')
    door = await freePort()
    target = createServer((_request, reply) => reply.writeHead(204).end()).listen(0, '127.0.0.1')
    await once(target, 'listening')
    const ports = { SLUICE_PORT: String(await freePort()), SLUICE_SUB_PORT: String(await freePort()) }
    t = await testPanel(ports, { egress })
    me = await t.login()
    expect(await save(await firstTemplate())).toMatchObject({ success: true })
    await t.panel.start()
    await until('the core runs', running)
  })
  afterAll(async () => {
    await t?.stop()
    target?.close()
    vi.unstubAllEnvs()
  })

  it('its figures arrive, and its first log lines are in the log of the panel', async () => {
    expect(await get('xrayMetricsState')).toEqual({ enabled: true, listen: '' })
    let points: HistoryPoint[] = []
    await until('a reading', async () => {
      points = await get<HistoryPoint[]>('xrayMetricsHistory/xrSys/2')
      return points.length > 0
    })
    expect(points[0]?.v).toBeGreaterThan(1_000_000)
    await expect
      .poll(async () => (await me.post<string[]>(server('logs/100'), { level: 'warning' })).obj.join('\n'))
      .toMatch(/ WARNING - XRAY: core: Xray \S+ started/)
  })

  it('its observatory is shown with history', async () => {
    // A probe on a busy machine may be late: it is alive again with the next one.
    await expect
      .poll(() => get('xrayObservatory'))
      .toMatchObject([
        { tag: 'probe', alive: true, delay: expect.any(Number), lastSeenTime: expect.any(Number) },
        { tag: 'probe-dead', alive: false },
      ])
    await expect.poll(() => get<HistoryPoint[]>('xrayObservatoryHistory/probe/2')).not.toEqual([])
    expect(await get('xrayObservatoryHistory/probe-dead/2')).toEqual([])
  })

  it('a connection is in the access log that the template enables', async () => {
    const socket = connect(door, '127.0.0.1')
    socket.write('CONNECT 10.1.2.3:81 HTTP/1.1\r\nHost: 10.1.2.3:81\r\n\r\n')
    socket.on('error', () => {}) // the core closes what it blocks
    let rows: unknown[] = []
    await until('a row', async () => {
      rows = (await me.post<unknown[]>(server('xraylogs/10'), { showDirect: 'false' })).obj ?? []
      return rows.length > 0
    })
    socket.destroy()
    expect(rows[0]).toMatchObject({
      ToAddress: expect.stringContaining('10.1.2.3:81'),
      Inbound: 'door',
      Outbound: 'blocked',
      Event: 1,
    })
    expect((await me.post(server('xraylogs/10'), { showBlocked: 'false' })).obj).toEqual([])
  })

  it('a geo file is downloaded and read by the core; the old one is restored if the core refuses the new', async () => {
    const pid = t.panel.core.pid()
    const update = () => me.post(server('updateGeofile/geosite.dat'))
    expect((await update()).success).toBe(true)
    expect(t.panel.core.pid(), 'nobody names it yet').toBe(pid)
    const written = await template()
    written.routing.rules.push({ type: 'field', domain: ['geosite:ads'], outboundTag: 'blocked' })
    expect(await save(written)).toMatchObject({ success: true })
    await until('the rule is in force', () =>
      JSON.stringify(t.panel.core.connected()?.config).includes('geosite:ads'),
    )
    geosite = siteFile({ ADS: [ad, padding, padding] })
    expect((await update()).success).toBe(true)
    const second = t.panel.core.pid()
    expect(second).not.toBe(pid)
    await until('the core runs again', running)

    geosite = siteFile({ OTHER: [padding, padding] })
    const refused = await update()
    expect(refused).toMatchObject({
      success: false,
      msg: expect.stringContaining('the old ones were restored'),
    })
    await until('the core runs with the old file', running)
    const { obj } = await me.get<{ total: number }>(
      '/panel/api/xray/geodata/entries?file=geosite.dat&code=ads',
    )
    expect(obj.total).toBe(3)
    expect((await get<{ xray: CoreStatus }>('status')).xray.state).toBe('running')
  })

  it('a certificate has the hash that the core would compare', async () => {
    const { cert } = await selfSigned(t.config.dataFolder, ['a.example'], Date.now())
    const certFile = join(t.config.dataFolder, 'hashed.pem')
    writeFileSync(certFile, cert)
    const { stdout } = await promisify(execFile)(coreBinary ?? '', ['tls', 'hash', '--cert', certFile])
    const [hash] = (await me.post<string[]>(server('getCertHash'), { certFile })).obj
    expect(hash).toHaveLength(64)
    expect(stdout.toLowerCase()).toContain(hash)
  })

  it('another version is not installed if the operator named the core', async () => {
    const answer = await me.post(server('installXray/v26.7.28'))
    expect(answer).toMatchObject({ success: false, msg: expect.stringContaining('SLUICE_CORE_BIN') })
  })
})
