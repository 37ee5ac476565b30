import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTimeOf } from '#server/core/process/proc.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore, type Way } from './core/client-core.ts'
import { type CorePanel, startCorePanel, templateTo } from './core/core-panel.ts'
import { openStream, reaches, type Stream } from './core/dial.ts'
import { createOrigin, type Origin } from './core/origin.ts'
import { smallDisk } from './core/small-disk.ts'

const disk = coreBinary ? smallDisk(48) : 'there is no core'
if (typeof disk === 'string') console.log(`Not tested with a full disk: ${disk}.`)

// With a full disk the panel stays up, reports it and recovers by itself; the core is not killed.
describe.skipIf(typeof disk === 'string')('the disk of the data folder is full', () => {
  if (typeof disk === 'string') return
  const binary = coreBinary ?? ''
  let origin: Origin
  let panel: CorePanel
  let inbound: Way['inbound']
  let ann: ClientCore
  let stream: Stream
  let pid = 0

  beforeAll(async () => {
    origin = await createOrigin()
    panel = await startCorePanel(binary, { folder: disk.folder })
    await panel.until('running')
    await panel.call('/panel/xray/update', { xraySetting: templateTo(origin.port) })
    const [port = 0] = await freePorts(1)
    inbound = await panel.addInbound(
      cellInbound({ protocol: 'trojan', network: 'tcp', security: 'tls' }, { port }),
    )
    ann = await startClientCore(binary, [{ inbound, client: await panel.addClient('ann', [inbound.id]) }])
    await until('the client gets through', () => reaches(ann.ports[0] ?? 0))
    stream = await openStream(ann.ports[0] ?? 0)
    pid = panel.record().pid
    disk.fill()
  })
  afterAll(async () => {
    stream?.close()
    await ann?.stop()
    disk.free()
    await panel?.stop().catch(() => {}) // a mount point stays until it is unmounted
    disk.remove()
    await origin?.close()
  })

  it('while everything runs: an edit is refused with a message, nobody is dropped', async () => {
    await expect(panel.addClient('bob', [inbound.id])).rejects.toThrow('The disk is full')
    await expect(
      panel.call('/panel/api/clients/update/ann', { email: 'ann', enable: false }),
    ).rejects.toThrow('The disk is full')
    expect(await panel.status()).toMatchObject({ state: 'running', errorMsg: '' })
    expect([panel.record().pid, await stream.flows()]).toEqual([pid, true])
    await expect(panel.client('bob')).rejects.toThrow('not found')
  })

  it('a backup is refused, and nothing of it is left', async () => {
    await expect(panel.call('/panel/api/backups/create', {})).rejects.toThrow('The disk is full')
    const folder = join(disk.folder, 'backups')
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
  })

  it('a restart that cannot be prepared is refused, and the core keeps running', async () => {
    await expect(panel.call('/panel/api/server/restartXrayService')).rejects.toThrow(
      /was not restarted and keeps running: the disk of the data folder is full/,
    )
    expect(await panel.status()).toMatchObject({ state: 'running' })
    expect([panel.record().pid, await stream.flows()]).toEqual([pid, true])
  })

  it('a core that is killed meanwhile is reported, and comes back with the space', async () => {
    process.kill(pid, 'SIGKILL')
    await expect
      .poll(async () => (await panel.status()).errorMsg)
      .toContain('the disk of the data folder is full')
    expect(startTimeOf(panel.program.pid)).toBeDefined()
    disk.free()
    await panel.until('running')
    await until('ann gets through again', () => reaches(ann.ports[0] ?? 0))
    const bob = await panel.addClient('bob', [inbound.id])
    const core = await startClientCore(binary, [{ inbound, client: bob }])
    try {
      await until('the new client gets through', () => reaches(core.ports[0] ?? 0))
    } finally {
      await core.stop()
    }
  })
})
