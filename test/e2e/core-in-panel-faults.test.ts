import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTimeOf } from '#server/core/process/proc.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { patient } from '#test/patient.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore, type Way } from './core/client-core.ts'
import { type CorePanel, newFolder, startCorePanel, templateTo } from './core/core-panel.ts'
import { openStream, reaches } from './core/dial.ts'
import { createOrigin, type Origin } from './core/origin.ts'

const isAlive = (pid: number) => startTimeOf(pid) !== undefined
const trojan = { protocol: 'trojan', network: 'tcp', security: 'tls' } as const

const vnextWith = (encryption: string) => ({
  address: '192.0.2.1',
  port: 443,
  users: [{ id: crypto.randomUUID(), encryption }],
})

describe.skipIf(!coreBinary)('when something goes wrong', () => {
  const binary = coreBinary ?? ''
  let origin: Origin
  beforeAll(async () => {
    origin = await createOrigin()
  })
  afterAll(() => origin.close())

  let panel: CorePanel
  let inbound: Way['inbound']
  let ann: ClientCore
  const clientCores: ClientCore[] = []
  afterEach(async () => {
    await Promise.all(clientCores.splice(0).map((core) => core.stop()))
    await panel?.stop()
  })

  const as = async (client: Way['client']): Promise<ClientCore> => {
    const core = await startClientCore(binary, [{ inbound, client }])
    clientCores.push(core)
    return core
  }
  const gets = (core: ClientCore, timeoutMs?: number) => reaches(core.ports[0] ?? 0, timeoutMs)
  const eventually = (core: ClientCore, admitted: boolean) =>
    expect.poll(() => gets(core, admitted ? undefined : 1_500), { interval: 100 }).toBe(admitted)

  /** A panel with one inbound and one client, Ann, who can connect. */
  async function settle(): Promise<void> {
    panel = await startCorePanel(binary)
    await panel.until('running')
    await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
    const [port = 0] = await freePorts(1)
    inbound = await panel.addInbound(cellInbound(trojan, { port }))
    ann = await as(await panel.addClient('ann', [inbound.id]))
    await eventually(ann, true)
  }

  it('a core that is killed restarts by itself, with all clients', async () => {
    await settle()
    const { pid } = panel.record()
    const log = () => panel.program.errors() + panel.program.lines.join()
    process.kill(pid, 'SIGKILL')
    // It is in error for a second only: its log says so for longer.
    await until('the end is in the log', () => log().includes('SIGKILL'))
    await panel.until('running')
    expect(panel.record().pid).not.toBe(pid)
    await eventually(ann, true)
  })

  it('a core that hangs blocks nobody, and gets every change once it responds', async () => {
    await settle()
    const bob = await panel.addClient('bob', [inbound.id])
    const bobCore = await as(bob)
    await eventually(bobCore, true)
    const { pid } = panel.record()
    process.kill(pid, 'SIGSTOP')
    const took = async (work: Promise<unknown>) => {
      const began = performance.now()
      await work
      return performance.now() - began
    }
    const path = '/panel/api/clients/update/bob'
    expect(await took(panel.call(path, { email: 'bob', enable: false }))).toBeLessThan(patient(1_500))
    const [port = 0] = await freePorts(1)
    expect(await took(panel.addClient('cid', [inbound.id]))).toBeLessThan(patient(1_500))
    expect((await panel.until('error')).errorMsg).toContain('not responding')
    const other = await panel.addInbound(cellInbound({ ...trojan, security: 'none' }, { port }))
    expect(await took(panel.addClient('dan', [other.id]))).toBeLessThan(patient(1_500))
    process.kill(pid, 'SIGCONT')
    await panel.until('running')
    const cidCore = await as(await panel.client('cid'))
    await eventually(cidCore, true)
    await eventually(bobCore, false)
    const danCore = await startClientCore(binary, [{ inbound: other, client: await panel.client('dan') }])
    clientCores.push(danCore)
    await eventually(danCore, true)
    expect(panel.record().pid).toBe(pid)
  })

  it('a core that hangs without edits is in error, and is restarted with all clients', async () => {
    await settle()
    const { pid } = panel.record()
    process.kill(pid, 'SIGSTOP')
    expect((await panel.until('error')).errorMsg).toContain('not responding')
    await expect.poll(() => isAlive(pid), { interval: 200 }).toBe(false)
    await panel.until('running')
    expect(panel.record().pid).not.toBe(pid)
    await eventually(ann, true)
  })

  it('a restart of a core that hangs applies every change too', async () => {
    await settle()
    process.kill(panel.record().pid, 'SIGSTOP')
    const cid = await panel.addClient('cid', [inbound.id])
    await panel.call('/panel/api/server/restartXrayService')
    const cidCore = await as(cid)
    await expect.poll(() => gets(cidCore)).toBe(true)
  })

  it('what the core would refuse is refused on save, in its words, and changes nothing', async () => {
    await settle()
    const { pid } = panel.record()
    const before = await panel.read('/panel/api/server/getConfigJson')
    const template = templateTo(origin.port, { outbounds: [{ tag: 'x', protocol: 'carrier-pigeon' }] })
    await expect(panel.call('/panel/xray/update', { xraySetting: template })).rejects.toThrow(
      /The core refuses it: .*carrier-pigeon/,
    )
    const [port = 0] = await freePorts(1)
    const reality = cellInbound({ protocol: 'vless', network: 'tcp', security: 'reality' }, { port })
    const broken = {
      ...reality,
      streamSettings: {
        ...reality.streamSettings,
        realitySettings: { ...(reality.streamSettings.realitySettings as object), privateKey: 'short' },
      },
    }
    await expect(panel.addInbound(broken)).rejects.toThrow(/privateKey|private key/i)
    // The core itself crashes on such a key.
    const cut = {
      tag: 'cut',
      protocol: 'vless',
      settings: { vnext: [vnextWith('mlkem768x25519plus.native.0rtt.AAAA')] },
    }
    await expect(
      panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port, { outbounds: [cut] }) }),
    ).rejects.toThrow(/The core refuses it: it breaks down over the settings of VLess outbound .*key/)
    expect(await panel.read('/panel/api/server/getConfigJson')).toEqual(before)
    expect(panel.record().pid).toBe(pid)
    await eventually(ann, true)
  })

  it('stopped by an operator: no edit and no job starts it, and a restart applies the edits', async () => {
    await settle()
    const { pid } = panel.record()
    await panel.call('/panel/api/server/stopXrayService')
    expect((await panel.status()).state).toBe('stop')
    expect(isAlive(pid)).toBe(false)
    const cid = await panel.addClient('cid', [inbound.id])
    await panel.call('/panel/xray/update', {
      xraySetting: templateTo(origin.port, {
        rules: [{ type: 'field', domain: ['a.test'], outboundTag: 'blocked' }],
      }),
    })
    await new Promise((next) => setTimeout(next, 2_500))
    expect((await panel.status()).state).toBe('stop')
    await expect(panel.call('/panel/api/server/stopXrayService')).rejects.toThrow('not running')
    await panel.call('/panel/api/server/restartXrayService')
    const cidCore = await as(cid)
    await eventually(cidCore, true)
  })

  it('shows the running configuration, its versions and their diff, and rolls back', async () => {
    await settle()
    const config = await panel.read<{
      inbounds: { tag: string; settings: { clients: { email: string }[] } }[]
    }>('/panel/api/server/getConfigJson')
    const own = config.inbounds.find((i) => i.tag === inbound.tag)
    expect(own?.settings.clients.map((c) => c.email)).toEqual(['ann'])
    const versions = () => panel.read<{ id: number; current: boolean }[]>('/panel/api/core/versions')
    const [good] = await versions()
    await panel.call('/panel/xray/update', {
      xraySetting: templateTo(origin.port, {
        rules: [{ type: 'field', network: 'tcp', outboundTag: 'blocked' }],
      }),
    })
    await eventually(ann, false)
    await until('it is a version', async () => (await versions())[0]?.id !== good?.id)
    const [bad] = await versions()
    const diff = await panel.read<{ path: string }[]>(`/panel/api/core/diff?from=${good?.id}&to=${bad?.id}`)
    expect(diff.map((d) => d.path.split('[')[0])).toEqual(['routing.rules'])
    await panel.call(`/panel/api/core/rollback/${good?.id}`)
    await eventually(ann, true)
  })

  it('the core ends with its panel, and keeps running unnoticed when the panel is killed', async () => {
    await settle()
    const { pid } = panel.record()
    await panel.addClient('eve', [inbound.id])
    const stream = await openStream(ann.ports[0] ?? 0)
    await panel.program.kill('SIGKILL')
    expect(isAlive(pid)).toBe(true)
    panel = await startCorePanel(binary, { folder: panel.folder })
    await panel.until('running')
    expect(panel.record().pid).toBe(pid)
    expect(await stream.flows()).toBe(true)
    const eve = await as(await panel.client('eve'))
    const cid = await as(await panel.addClient('cid', [inbound.id]))
    for (const client of [eve, cid]) await eventually(client, true)
    await panel.call('/panel/xray/update', {
      xraySetting: templateTo(origin.port, {
        rules: [{ type: 'field', domain: ['a.test'], outboundTag: 'blocked' }],
      }),
    })
    expect(await stream.flows()).toBe(true)
    stream.close()
    expect((await panel.program.kill('SIGTERM')).code).toBe(0)
    expect(isAlive(pid)).toBe(false)
  })

  it('a core that outlived its panel and runs another configuration is ended before another starts', async () => {
    await settle()
    const { pid } = panel.record()
    await panel.program.kill('SIGKILL')
    const file = join(panel.folder, 'core-applied.json')
    const applied = JSON.parse(readFileSync(file, 'utf8')) as { config: object }
    writeFileSync(
      file,
      JSON.stringify({ ...applied, config: { ...applied.config, dns: { servers: ['1.1.1.1'] } } }),
    )
    panel = await startCorePanel(binary, { folder: panel.folder })
    await panel.until('running')
    expect(isAlive(pid)).toBe(false)
    expect(panel.record().pid).not.toBe(pid)
    await eventually(ann, true)
  })

  it('a core of an earlier version, whose API every local user can reach, is ended and not adopted', async () => {
    await settle()
    const record = panel.record()
    await panel.program.kill('SIGKILL')
    const [port = 0] = await freePorts(1)
    writeFileSync(
      join(panel.folder, 'core-run.json'),
      JSON.stringify({ ...record, api: undefined, ports: { api: port, metrics: port } }),
    )
    panel = await startCorePanel(binary, { folder: panel.folder })
    await panel.until('running')
    expect(isAlive(record.pid)).toBe(false)
    expect(panel.record().pid).not.toBe(record.pid)
    await eventually(ann, true)
  })

  it('without the named binary, the panel serves and says so', async () => {
    const folder = newFolder()
    panel = await startCorePanel(join(folder, 'no-such-core'), { folder })
    expect((await panel.until('error')).errorMsg).toContain('no-such-core')
    const [port = 0] = await freePorts(1)
    const made = await panel.addInbound(cellInbound(trojan, { port }))
    expect((await panel.addClient('ann', [made.id])).inboundIds).toEqual([made.id])
  })
})
