import { createSocket, type Socket } from 'node:dgram'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Inbound } from '#contract/inbound.ts'
import { startTimeOf } from '#server/core/process/proc.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { patient } from '#test/patient.ts'
import { localAuthority } from './core/certificates.ts'
import { type ClientCore, startClientCore } from './core/client-core.ts'
import { type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { openStream, reaches } from './core/dial.ts'
import { createOrigin, type Origin } from './core/origin.ts'

const vless = { protocol: 'vless', network: 'tcp', security: 'none' } as const

const squatTcp = (port: number, host: string) =>
  new Promise<Server>((done, failed) => {
    const server = createServer((socket) => socket.destroy()).once('error', failed)
    server.listen(port, host, () => done(server))
  })
const squatUdp = (port: number, host: string) =>
  new Promise<Socket>((done, failed) => {
    const socket = createSocket('udp4').once('error', failed)
    socket.bind(port, host, () => done(socket))
  })
const answers = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ path })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

describe.skipIf(!coreBinary)('an inbound that the core cannot open', () => {
  const binary = coreBinary ?? ''
  let origin: Origin
  let panel: CorePanel
  const cores: ClientCore[] = []
  const squatters: { close(done: () => void): unknown }[] = []
  beforeAll(async () => {
    origin = await createOrigin()
  })
  afterAll(() => origin.close())
  afterEach(async () => {
    await Promise.all(squatters.splice(0).map((s) => new Promise<void>((done) => s.close(done))))
    await Promise.all(cores.splice(0).map((core) => core.stop()))
    await panel?.stop()
  })

  const list = () => panel.read<Inbound[]>('/panel/api/inbounds/list')
  const get = (id: number) => panel.read<Inbound>(`/panel/api/inbounds/get/${id}`)
  const update = (id: number, body: object) => panel.call(`/panel/api/inbounds/update/${id}`, body)
  const restart = () => panel.call('/panel/api/server/restartXrayService')

  async function start(): Promise<void> {
    panel = await startCorePanel(binary)
    await panel.until('running')
    await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
  }
  async function withAnn() {
    await start()
    const [port = 0] = await freePorts(1)
    const inbound = await panel.addInbound(cellInbound(vless, { port }))
    const ann = await startClientCore(binary, [
      { inbound, client: await panel.addClient('ann', [inbound.id]) },
    ])
    cores.push(ann)
    const gets = () => reaches(ann.ports[0] ?? 0, patient(1_500))
    await expect.poll(gets).toBe(true)
    return { inbound, port, gets, ann }
  }

  it('an edit that keeps the port is checked for its new address and its new transport', async () => {
    const { inbound, port, gets } = await withAnn()
    squatters.push(await squatTcp(port, '127.0.0.2'), await squatUdp(port, '127.0.0.1'))
    const me = new RegExp(`Port ${port} \\(tcp\\) is in use by .*process ${process.pid}\\)`)
    await expect(update(inbound.id, { listen: '127.0.0.2' })).rejects.toThrow(me)
    await expect(update(inbound.id, { listen: '' })).rejects.toThrow(me)
    const kcp = { network: 'kcp', security: 'none', kcpSettings: {} }
    await expect(update(inbound.id, { streamSettings: kcp })).rejects.toThrow(`Port ${port} (udp) is in use`)
    await expect(update(inbound.id, { listen: '192.0.2.1' })).rejects.toThrow('no address 192.0.2.1')
    await expect.poll(gets).toBe(true)
    // A port that the core itself holds is not a conflict.
    await update(inbound.id, { remark: 'renamed' })
    await new Promise<void>((done) => squatters.shift()?.close(done))
    await update(inbound.id, { listen: '127.0.0.2' })
    await update(inbound.id, { listen: '127.0.0.1' })
    await expect.poll(gets).toBe(true)
    expect((await get(inbound.id)).notOpen).toBeUndefined()
  })

  it('a disabled one is checked again before it is enabled', async () => {
    const { inbound, port } = await withAnn()
    await panel.call(`/panel/api/inbounds/setEnable/${inbound.id}`, { enable: false })
    const squat = () => squatTcp(port, '127.0.0.1').then((server) => squatters.push(server))
    await expect.poll(() => squat().catch(() => 0)).toBe(1) // when the core has released it
    await expect(panel.call(`/panel/api/inbounds/setEnable/${inbound.id}`, { enable: true })).rejects.toThrow(
      `Port ${port} (tcp) is in use by`,
    )
  })

  it('is reported in list, get and status; the restart continues without it and delays nobody else', async () => {
    const { gets } = await withAnn()
    const [port = 0] = await freePorts(1)
    const second = await panel.addInbound(cellInbound(vless, { port }))
    await panel.call('/panel/api/server/stopXrayService')
    squatters.push(await squatTcp(port, '127.0.0.1'))
    await restart()
    await expect.poll(gets).toBe(true)
    await expect
      .poll(async () => (await get(second.id)).notOpen)
      .toMatch(new RegExp(`Port ${port} \\(tcp\\) is in use by .*\\(process ${process.pid}\\)`))
    expect((await list()).map((i) => [i.id, typeof i.notOpen])).toContainEqual([second.id, 'string'])
    const status = await panel.status()
    expect(status).toMatchObject({ state: 'running', notOpen: [{ id: second.id }] })
    expect(status.errorMsg).toContain(`Port ${port} (tcp) is in use`)
    // A restart of a running core does not fail because of it.
    const { pid } = panel.record()
    await restart()
    expect(panel.record().pid).not.toBe(pid)
    await expect.poll(gets).toBe(true)
    await new Promise<void>((done) => squatters.shift()?.close(done))
    await expect.poll(async () => (await get(second.id)).notOpen).toBeUndefined()
    await expect.poll(() => panel.status()).toMatchObject({ state: 'running', errorMsg: '' })
  })

  it('a restart that would lose a running inbound is refused before the running core ends', async () => {
    const { gets } = await withAnn()
    const { pair } = await localAuthority('target.test')
    const files = { certificateFile: join(panel.folder, 'c.pem'), keyFile: join(panel.folder, 'k.pem') }
    writeFileSync(files.certificateFile, pair.cert)
    writeFileSync(files.keyFile, pair.key)
    const [port = 0] = await freePorts(1)
    const source = cellInbound({ protocol: 'trojan', network: 'tcp', security: 'tls' }, { port })
    const tlsSettings = { serverName: 'target.test', certificates: [files] }
    await panel.addInbound({ ...source, streamSettings: { ...source.streamSettings, tlsSettings } })
    rmSync(files.certificateFile)
    const { pid, startTime } = panel.record()
    await expect(restart()).rejects.toThrow(/was not restarted and keeps running/)
    expect(panel.record().pid).toBe(pid)
    expect(startTimeOf(pid)).toBe(startTime)
    await expect.poll(gets).toBe(true)
    writeFileSync(files.certificateFile, pair.cert)
    await restart()
    expect(panel.record().pid).not.toBe(pid)
  })

  it('a restart with an inbound of the template that cannot be opened leaves open connections alone', async () => {
    const { ann } = await withAnn()
    const stream = await openStream(ann.ports[0] ?? 0)
    const { pid, startTime } = panel.record()
    const [port = 0] = await freePorts(1)
    const door = { tag: 'door', protocol: 'mixed', port, settings: { auth: 'noauth' } }
    // The panel saves it: the core's own test of a configuration opens nothing.
    for (const [listen, why] of [
      ['192.0.2.1', /'door' of the template cannot be opened: .*192\.0\.2\.1/],
      ['/nowhere/at/all.sock', /'door' of the template cannot be opened: .*\/nowhere\/at/],
    ] as const) {
      const xraySetting = { ...templateTo(origin.port), inbounds: [{ ...door, listen }] }
      await panel.call('/panel/xray/update', { xraySetting })
      await expect(restart(), listen).rejects.toThrow(why)
      expect(panel.record().pid).toBe(pid)
      expect(startTimeOf(pid)).toBe(startTime)
      expect(await stream.flows()).toBe(true)
    }
    stream.close()
    await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
    await restart()
    expect(panel.record().pid).not.toBe(pid)
  })

  it('on a unix socket comes back after the core was killed; a socket in use and a plain file stay', async () => {
    await start()
    const path = join(panel.folder, 'in.sock')
    const { id: _, tag: __, ...input } = cellInbound(vless)
    const { id } = await panel.call<Inbound>('/panel/api/inbounds/add', { ...input, listen: path, port: 0 })
    await expect.poll(() => answers(path)).toBe(true)
    for (let i = 0; i < 2; i++) {
      // The socket may answer a moment before the new core is recorded.
      await expect.poll(() => startTimeOf(panel.record().pid)).toBeDefined()
      const { pid } = panel.record()
      process.kill(pid, 'SIGKILL')
      await expect.poll(() => startTimeOf(pid)).toBeUndefined()
      await expect.poll(() => answers(path)).toBe(true)
    }
    expect((await get(id)).notOpen).toBeUndefined()
    const other = join(panel.folder, 'other.sock')
    squatters.push(
      await new Promise<Server>((done) => {
        const server = createServer((socket) => socket.destroy())
        server.listen(other, () => done(server))
      }),
    )
    await expect(update(id, { listen: other })).rejects.toThrow(`${other} is in use by`)
    const plain = join(panel.folder, 'plain')
    writeFileSync(plain, 'kept')
    await expect(update(id, { listen: plain })).rejects.toThrow('is not a socket')
    await expect(update(id, { listen: join(panel.folder, 'no', 'x.sock') })).rejects.toThrow('does not exist')
    expect(await answers(other)).toBe(true)
    expect(existsSync(plain)).toBe(true)
  })
})
