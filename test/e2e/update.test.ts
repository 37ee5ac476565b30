import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { BackupState } from '#contract/backup.ts'
import type { UpdatePlan, UpdateState } from '#contract/updates.ts'
import { schemaNumber } from '#server/store/migrate.ts'
import { coreBinary } from '#test/core-binary.ts'
import { freePort } from '#test/free-port.ts'
import { runtime } from '#test/program.ts'
import { startCallers } from './core/callers.ts'
import { type CorePanel, newFolder, startCorePanel } from './core/core-panel.ts'
import { type Download, startDownload } from './core/download.ts'
import { megabyte } from './core/origin.ts'
import {
  changesAndFails,
  createUpdateStage,
  migratesAndFails,
  type UpdateStage,
  untilEnded,
} from './update-stage.ts'

const isLong = process.env.SLUICE_LONG === '1'

/** The service, as its unit starts it; a mirror on loopback is allowed. */
async function startInstalled(
  stage: UpdateStage,
  binary: string,
  folder = newFolder(),
  trialMs = 2_000,
  subPort?: number,
) {
  const panel = await startCorePanel(binary, {
    folder,
    installation: { node: process.execPath, folder: stage.lib('1.0.0'), entry: 'supervise.js' },
    args: ['run'],
    env: {
      SLUICE_UPDATE_READY_MS: '20000',
      SLUICE_UPDATE_TRIAL_MS: String(trialMs),
      ...(subPort && { SLUICE_SUB_PORT: String(subPort) }),
    },
  })
  await panel.call('/panel/setting/update', { updateAllowPrivate: true })
  return panel
}

/** As `/proc/<pid>/fd` names it. */
function listeningSocket(port: number): string {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n')
  const row = rows
    .map((line) => line.trim().split(/ +/))
    .find(([, own, , state]) => own?.endsWith(local) && state === '0A')
  return `socket:[${row?.[9]}]`
}
const filesOf = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`)
    } catch {
      return [] // closed meanwhile
    }
  })

describe.skipIf(!coreBinary)('an update of the installed program', () => {
  const binary = coreBinary ?? ''
  let stage: UpdateStage
  let panel: CorePanel
  let download: Download
  let corePid: number
  let subPort: number

  beforeAll(async () => {
    stage = await createUpdateStage('1.0.0')
    subPort = await freePort()
    panel = await startInstalled(stage, binary, undefined, undefined, subPort)
    download = await startDownload(panel, binary, '/fast')
    corePid = panel.record().pid
  })
  afterAll(async () => {
    await download?.stop()
    await panel?.stop()
    await stage?.close()
  })

  const update = async () => {
    const { runId } = await panel.call<{ runId: string }>('/panel/api/server/updatePanel')
    return untilEnded(panel, runId)
  }
  const expectUndisturbed = async () => {
    await panel.until('running')
    const { stream } = download
    expect([panel.record().pid, stream.isOpen(), await stream.flows()]).toEqual([corePid, true, true])
    expect((await panel.client('ann')).email).toBe('ann')
    // The core outlives panels: a listening socket that it inherited would keep their port open.
    const listening = listeningSocket(panel.program.port)
    expect(listening).toMatch(/^socket:\[\d+\]$/)
    expect(filesOf(corePid)).not.toContain(listening)
  }
  /** What was counted for the client is what it received, neither less nor twice. */
  const expectCounted = async () => {
    const { stream } = download
    const received = stream.bytes()
    const down = async () => (await panel.read<{ down: number }>('/panel/api/clients/traffic/ann')).down
    await expect.poll(down).toBeGreaterThan(received)
    expect(await down()).toBeLessThan(stream.bytes() + megabyte / 2)
  }
  /** `sluice update`, of the version that the service was started with. */
  const command = async (...args: string[]) => {
    const program = [...runtime.flags, join(stage.lib('1.0.0'), 'dist', 'server', 'main.js'), 'update']
    const env = { PATH: process.env.PATH ?? '', SLUICE_DB_FOLDER: panel.folder }
    const { stdout } = await promisify(execFile)(process.execPath, [...program, ...args], { env })
    return stdout
  }
  const current = () => readlinkSync(join(stage.home, 'current'))

  it('replaces the panel under a running download', async () => {
    stage.publish('1.1.0')
    expect(
      (await panel.read<{ latestVersion: string }>('/panel/api/server/getPanelUpdateInfo')).latestVersion,
    ).toBe('1.1.0')
    expect(await panel.read<UpdatePlan>('/panel/api/update/plan')).toMatchObject({
      ...{ from: '1.0.0', to: '1.1.0', migrates: false, coreRestarts: false },
      releases: [{ version: '1.1.0', notes: ['what is new in 1.1.0'] }],
    })
    expect(await command('--plan')).toContain('  - what is new in 1.1.0')
    const callers = startCallers([
      { url: `${panel.program.url}/csrf-token`, status: 200 },
      { url: `http://127.0.0.1:${subPort}/nobody/here`, status: 404 },
    ])
    const headers = { cookie: panel.visitor.cookie, origin: panel.program.url }
    const page = new WebSocket(`${panel.program.url.replace('http', 'ws')}/ws`, { headers })
    const pageEnds = once(page, 'close')
    expect(await command('--yes')).toContain('The panel is now 1.1.0.')
    expect((await pageEnds)[0]).toBe(1001)
    expect((await callers.stop()).failures).toEqual([]) // they waited at the sockets that the parent keeps
    expect(await panel.read<UpdateState>('/panel/api/update/state')).toMatchObject({
      currentVersion: '1.1.0',
      latestVersion: '',
      run: { step: 'done', from: '1.0.0', reason: '' },
    })
    expect(await panel.read('/panel/api/server/getUpdateStatus')).toMatchObject({
      state: 'done',
      exitCode: 0,
    })
    expect(current()).toBe(join('versions', '1.1.0'))
    await expectUndisturbed()
    const { backups } = await panel.read<BackupState>('/panel/api/backups/list')
    expect(backups.map(({ kind }) => kind)).toContain('before-update')
    expect(await panel.read<object[]>('/panel/setting/apiTokens')).toEqual([]) // that of the command is gone
  })

  it('goes back by itself, with the database as it was, when the new version changed its tables and failed', async () => {
    stage.publish('1.2.0', { schema: schemaNumber + 1, program: migratesAndFails })
    await panel.call('/panel/api/update/check')
    expect(await panel.read<UpdatePlan>('/panel/api/update/plan')).toMatchObject({ migrates: true })
    const callers = startCallers([{ url: `${panel.program.url}/csrf-token`, status: 200 }])
    const state = await update()
    expect((await callers.stop()).failures).toEqual([])
    expect(state).toMatchObject({
      currentVersion: '1.1.0',
      run: {
        step: 'rolled-back',
        to: '1.2.0',
        reasonCoded: { code: 'update.exited', params: { status: 3 } },
      },
    })
    expect(await panel.read('/panel/api/server/getUpdateStatus')).toMatchObject({
      state: 'failed',
      exitCode: 1,
    })
    expect(current()).toBe(join('versions', '1.1.0'))
    await expectUndisturbed()
    await expectCounted()
    await expect.poll(() => readdirSync(join(stage.home, 'versions')).sort()).toEqual(['1.0.0', '1.1.0'])
    expect(existsSync(join(panel.folder, 'restore', 'previous'))).toBe(true)
  })

  it.runIf(isLong)('goes back with the database as it was when only its content was changed', async () => {
    stage.publish('1.2.5', { program: changesAndFails })
    const { run } = await update()
    expect(run?.step).toBe('rolled-back')
    await expectUndisturbed()
    await expectCounted()
  })

  const loads = "process.send({ sluice: 'loaded' }); process.once('message', () => {"
  it.runIf(isLong).each([
    ['ends at once', 'process.exit(1)', 'failed', 'update.exited'],
    ['cannot be read', 'this is no program', 'failed', 'update.exited'],
    ['is never loaded', 'setInterval(() => {}, 1_000)', 'failed', 'update.not-ready'],
    ['ends in its turn', `${loads} process.exit(1) })`, 'rolled-back', 'update.exited'],
    [
      'is never ready in its turn',
      `${loads} setInterval(() => {}, 1_000) })`,
      'rolled-back',
      'update.not-ready',
    ],
  ])('goes back by itself when the new version %s', async (name, program, step, code) => {
    const version = `1.3.${name.length}`
    stage.publish(version, { program })
    const { currentVersion, run } = await update()
    expect([currentVersion, run?.step, run?.reasonCoded?.code]).toEqual(['1.1.0', step, code])
    await expectUndisturbed()
  })

  it('keeps a damaged archive away from the versions', async () => {
    stage.publish('1.9.0', { program: '// nothing' })
    const before = readdirSync(stage.home).sort()
    stage.damage('1.9.0')
    const { run, currentVersion } = await update()
    expect([currentVersion, run?.step, run?.reasonCoded?.code]).toEqual([
      '1.1.0',
      'failed',
      'update.hash-mismatch',
    ])
    expect(readdirSync(stage.home).sort()).toEqual(before)
    const { mode } = await panel.read<UpdateState>('/panel/api/update/state')
    expect(mode).toBe('package')
  })
})

// A power cut, or a kill of the parent: the panel goes too, and leaves the core to the next start.
describe.runIf(isLong && coreBinary)('a parent that is killed while a new version is on trial', () => {
  it('goes on with the trial at its next start, under the same core', async () => {
    const stage = await createUpdateStage('1.0.0')
    const first = await startInstalled(stage, coreBinary ?? '', newFolder(), 600_000)
    const download = await startDownload(first, coreBinary ?? '')
    const { pid } = first.record()
    stage.publish('1.1.0')
    const { runId } = await first.call<{ runId: string }>('/panel/api/server/updatePanel')
    const step = async () =>
      (await first.read<UpdateState>('/panel/api/update/state').catch(() => undefined))?.run?.step
    await expect.poll(step).toBe('trial')
    await first.program.kill('SIGKILL')
    const second = await startInstalled(stage, coreBinary ?? '', first.folder)
    try {
      const { run, currentVersion } = await untilEnded(second, runId)
      expect([run?.step, currentVersion]).toEqual(['done', '1.1.0'])
      await second.until('running')
      expect([second.record().pid, await download.stream.flows()]).toEqual([pid, true])
    } finally {
      await download.stop()
      await second.stop()
      await stage.close()
    }
  })
})
