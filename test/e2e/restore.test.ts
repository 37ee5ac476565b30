import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Backup, BackupComparison, BackupState } from '#contract/backup.ts'
import { selfSigned } from '#server/platform/http/certificate.ts'
import { coreBinary } from '#test/core-binary.ts'
import { freePort } from '#test/free-port.ts'
import { startCallers } from './core/callers.ts'
import { type CorePanel, newFolder, startCorePanel } from './core/core-panel.ts'
import { type Download, startDownload } from './core/download.ts'

const root = '/panel/api/backups'

async function restore(panel: CorePanel, id: string): Promise<void> {
  const { sha256 } = await panel.call<BackupComparison>(`${root}/compare/${id}`, {})
  await panel.call(`${root}/restore/${id}`, { confirm: sha256 })
}
const emails = async (panel: CorePanel) =>
  (await panel.read<{ email: string }[]>('/panel/api/clients/list')).map(({ email }) => email)

// A restore replaces everything that the panel has in memory and on disk, and no connection of the core.
describe.skipIf(!coreBinary)('a restore in the running program', () => {
  const binary = coreBinary ?? ''
  let panel: CorePanel
  let download: Download

  beforeAll(async () => {
    panel = await startCorePanel(binary)
    download = await startDownload(panel, binary)
  })
  afterAll(async () => {
    await download?.stop()
    await panel?.stop()
  })

  it('brings the backup back within the process, and nobody loses a connection; an undo too', async () => {
    const { pid } = panel.record()
    const { id } = await panel.call<Backup>(`${root}/create`, {})
    const { inboundIds } = await panel.client('ann')
    await panel.addClient('bob', inboundIds)
    await restore(panel, id)
    await panel.program.readyAgain(2)
    expect(await emails(panel)).toEqual(['ann']) // with the same session, which the backup holds too
    await panel.until('running')
    expect([panel.record().pid, await download.stream.flows()]).toEqual([pid, true])

    await panel.addClient('carol', inboundIds)
    await panel.call(`${root}/undo`)
    await panel.program.readyAgain(3)
    expect(await emails(panel)).toEqual(['ann', 'bob'])
    await panel.until('running')
    expect([panel.record().pid, await download.stream.flows()]).toEqual([pid, true])
    const { lastRestore } = await panel.read<BackupState>(`${root}/list`)
    expect(lastRestore).toMatchObject({ undo: true, restored: { clients: 2 }, replaced: { clients: 2 } })
    // The core that was left to the next panel is still this program's: it ends with it.
    await panel.program.kill('SIGTERM')
    expect(() => process.kill(pid, 0)).toThrow()
  })
})

// A panel is replaced by another one in the process: the ports stay open, and so do the connections of callers.
describe('callers during a restore', () => {
  let panel: CorePanel
  let subPort: number
  beforeAll(async () => {
    subPort = await freePort()
    panel = await startCorePanel('none', { env: { SLUICE_SUB_PORT: String(subPort) } })
  })
  afterAll(() => panel?.stop())

  it('wait; nobody is refused, and every answer is whole, the one of the caller too', async () => {
    const { url } = panel.program
    const callers = startCallers([
      { url: `${url}/csrf-token`, status: 200 },
      { url: `http://127.0.0.1:${subPort}/nobody/here`, status: 404 },
    ])
    const copy = new Uint8Array(await (await panel.visitor.download('/panel/api/server/getDb')).arrayBuffer())
    for (let nth = 2; nth < 5; nth++) {
      const form = new FormData()
      form.set('db', new Blob([copy]), 'x-ui.db')
      expect(await panel.visitor.upload('/panel/api/server/importDB', form)).toMatchObject({ success: true })
      // What a client asks next is answered by the panel before or by the one after.
      expect((await panel.visitor.get('/panel/api/server/status')).success).toBe(true)
      await panel.program.readyAgain(nth)
    }
    const { failures, answers } = await callers.stop()
    expect(failures).toEqual([])
    expect(answers).toBeGreaterThan(20)
  })

  it('wait during a restart of the panel too, and a port that was left is closed', async () => {
    const { url } = panel.program
    const callers = startCallers([{ url: `${url}/csrf-token`, status: 200 }])
    await panel.call('/panel/setting/restartPanel')
    await panel.program.readyAgain(5)
    expect((await callers.stop()).failures).toEqual([])
    await panel.call('/panel/setting/update', { subEnable: false })
    await expect(fetch(`http://127.0.0.1:${subPort}/`)).rejects.toThrow()
  })
})

describe('a backup whose state cannot be started', () => {
  let panel: CorePanel
  beforeAll(async () => {
    panel = await startCorePanel('none')
  })
  afterAll(() => panel?.stop())

  it('is undone by itself, and the panel says why', async () => {
    const elsewhere = newFolder()
    await selfSigned(elsewhere, ['localhost'], Date.now())
    const files = {
      subCertFile: join(elsewhere, 'self-signed.crt'),
      subKeyFile: join(elsewhere, 'self-signed.key'),
    }
    await panel.call('/panel/setting/update', files)
    const { id } = await panel.call<Backup>(`${root}/create`, {})
    await panel.call('/panel/setting/update', { subCertFile: '', subKeyFile: '' })
    rmSync(elsewhere, { recursive: true })
    const { notesCoded } = await panel.call<BackupComparison>(`${root}/compare/${id}`, {})
    expect(notesCoded.map(({ code }) => code)).toContain('backup.note-certificate')
    await restore(panel, id)
    await panel.program.readyAgain(2)
    const { lastRestore, canUndo } = await panel.read<BackupState>(`${root}/list`)
    expect(lastRestore).toMatchObject({
      undo: true,
      actor: 'panel',
      reasonCoded: { code: expect.any(String) },
    })
    expect(lastRestore?.reason).toContain(files.subCertFile)
    expect(canUndo).toBe(true)
    expect(await panel.read<object>('/panel/setting/all')).toMatchObject({ subCertFile: '' })
    expect(readFileSync(join(panel.folder, 'restore', 'previous', 'plan.json'), 'utf8')).toContain(
      '"undo": true',
    )
  })
})
