import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCoreApi } from '#server/core/api/client.ts'
import { corePaths, hashConfig } from '#server/core/process/files.ts'
import type { Launcher } from '#server/core/process/launch.ts'
import { argvOf } from '#server/core/process/proc.ts'
import { type CoreRecord, startIdOf } from '#server/core/process/record.ts'
import { coreBinary } from '#test/core-binary.ts'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import {
  createStage,
  fakeLaunch,
  fasterTimers,
  isAlive,
  pidOf,
  realLaunch,
  reportsIn,
  type Stage,
} from './core/stage.ts'

let stage: Stage
beforeEach(() => {
  stage = createStage()
})
afterEach(() => stage.close())

/** Starts a core in a separate process and kills that process; returns the pid of the orphaned core. */
async function orphan(kind: 'real' | 'fake', binary: string, more = {}): Promise<number> {
  const program = fileURLToPath(new URL('./core/killed-panel.ts', import.meta.url))
  const panel = spawn(process.execPath, [program, kind, binary, stage.folder, JSON.stringify(more)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = await new Promise<number>((resolve, reject) => {
    panel.stdout.once('data', (line) => resolve(Number(line)))
    panel.once('error', reject)
    panel.once('exit', () => reject(new Error('the panel ended before its core was ready')))
  })
  const ended = new Promise((resolve) => panel.once('exit', resolve))
  panel.kill('SIGKILL')
  await ended
  return pid
}

interface Kind {
  name: 'real' | 'fake'
  binary: () => string
  launch: () => Launcher['launch']
}
const kinds: Kind[] = [
  { name: 'fake', binary: () => stage.fake, launch: () => fakeLaunch(stage.fake, 'run') },
  { name: 'real', binary: () => coreBinary ?? '', launch: () => realLaunch(coreBinary ?? '') },
]

describe.each(kinds.filter(({ name }) => name === 'fake' || coreBinary))(
  'a core ($name)',
  ({ name, binary, launch }) => {
    it('starts with its configuration readable by the owner only, and ends when it is stopped', async () => {
      const core = stage.core(launch())
      expect(core.state()).toEqual({ state: 'stop', errorMsg: '' })
      await core.start()
      expect(core.state()).toEqual({ state: 'running', errorMsg: '' })
      const pid = pidOf(core)
      const paths = corePaths(stage.folder)
      expect(argvOf(pid).slice(-3)).toEqual(['run', '-c', paths.config])
      for (const file of [paths.config, paths.record, paths.stdout, paths.stderr])
        expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(statSync(paths.run).mode & 0o777).toBe(0o700)
      expect(statSync(paths.stdout).isFIFO()).toBe(true)
      expect(core.running()?.record.configHash).toBe(hashConfig(readFileSync(paths.config, 'utf8')))
      await core.stop()
      expect(isAlive(pid)).toBe(false)
      expect(core.state()).toEqual({ state: 'stop', errorMsg: '' })
      await core.ensure()
      expect(core.running()).toBeUndefined() // a job does not restart what an operator stopped
    })

    it('restarts by itself after kill -9, with a report and a new process', async () => {
      const core = stage.core(launch())
      await core.start()
      const first = pidOf(core)
      const began = Date.now()
      process.kill(first, 'SIGKILL')
      await until('the crash is noticed', () => core.state().state === 'error')
      expect(core.state().errorMsg).toContain('SIGKILL')
      await until('the core is back', () => core.running() !== undefined)
      expect(Date.now() - began).toBeGreaterThanOrEqual(1000) // its back-off
      expect(pidOf(core)).not.toBe(first)
      expect(reportsIn(stage.logFolder)).toHaveLength(1)
    })

    it('restarts as another process, one at a time', async () => {
      const core = stage.core(launch())
      await core.start()
      const first = pidOf(core)
      await Promise.all([core.restart(), core.restart()])
      expect(isAlive(first)).toBe(false)
      expect(isAlive(pidOf(core))).toBe(true)
    })

    it('outlives a killed panel, is adopted by the next, and its end is noticed', async () => {
      const pid = await orphan(name, binary())
      expect(isAlive(pid)).toBe(true)
      const core = stage.core(launch())
      const found = core.findOrphan()
      expect(found?.record?.pid).toBe(pid)
      if (found) core.adopt(found)
      expect(core.state().state).toBe('running')
      expect(pidOf(core)).toBe(pid)
      process.kill(pid, 'SIGKILL')
      await until('a new core runs', () => core.running() !== undefined && pidOf(core) !== pid)
      expect(isAlive(pid)).toBe(false)
    })

    it('of a killed panel is ended before another starts', async () => {
      const pid = await orphan(name, binary())
      const core = stage.core(launch())
      await core.start()
      expect(isAlive(pid)).toBe(false)
      expect(pidOf(core)).not.toBe(pid)
    })

    it('is read once more before it is ended: a stop, a restart, an orphan', async () => {
      const left = await orphan(name, binary())
      const read: string[] = []
      let answered = 0
      const readLast = async (record: CoreRecord) => {
        if (isAlive(record.pid)) read.push(startIdOf(record))
        if (name === 'fake') return
        const api = createCoreApi(record.api)
        await api.counters() // the core still responds
        answered++
        api.close()
      }
      const core = stage.core(launch(), { lastReading: { read: readLast } })
      await core.start()
      expect(read).toEqual([expect.stringMatching(`^${left}-`)])
      const ids = [startIdOf(core.running()?.record as CoreRecord)] // it has started
      await core.restart()
      ids.push(startIdOf(core.running()?.record as CoreRecord))
      await core.stop()
      await core.stop()
      expect(read.slice(1)).toEqual(ids)
      expect([new Set(read).size, answered]).toEqual([3, name === 'fake' ? 0 : 3])
    })

    it('an adopted core ends with its panel', async () => {
      const pid = await orphan(name, binary())
      const core = stage.core(launch())
      const found = core.findOrphan()
      if (found) core.adopt(found)
      await core.close()
      expect(isAlive(pid)).toBe(false)
      expect(core.findOrphan()).toBeUndefined()
    })
  },
)

describe.skipIf(!coreBinary)('the real core', () => {
  const binary = coreBinary ?? ''

  it('says in its own words why it does not start', async () => {
    const core = stage.core(
      realLaunch(binary, 'warning', { inbounds: [{ port: 1, protocol: 'vles', tag: 'a' }] }),
    )
    await expect(core.start()).rejects.toThrow(/config with tag a: .*: unknown config id: vles$/)
  })

  it('is detected as ready at a log level that hides its start', async () => {
    const core = stage.core(realLaunch(binary, 'none'))
    await core.start()
    expect(core.state().state).toBe('running')
  })

  it('that is suspended is ended by KILL', async () => {
    const core = stage.core(realLaunch(binary), { timers: fasterTimers(10) })
    await core.start()
    const pid = pidOf(core)
    process.kill(pid, 'SIGSTOP')
    await core.stop()
    expect(isAlive(pid)).toBe(false)
  })

  it('keeps writing after its panel was killed, more than the FIFO holds, and the next panel reads on', async () => {
    const target = createServer((socket) => socket.end('hello'))
    await new Promise<void>((done) => target.listen(0, '127.0.0.1', done))
    const address = target.address()
    const port = await freePort()
    const inbound = {
      tag: 'in',
      listen: '127.0.0.1',
      port,
      protocol: 'tunnel',
      settings: { rewriteAddress: '127.0.0.1', rewritePort: typeof address === 'object' ? address?.port : 0 },
    }
    // Loopback targets are blocked by default for users; here the test is the user.
    const outbounds = [{ protocol: 'freedom', settings: { finalRules: [{ action: 'allow' }] } }]
    const pid = await orphan('real', binary, { inbounds: [inbound], outbounds })
    for (let i = 0; i < 20; i++) await Promise.all(Array.from({ length: 50 }, () => greeted(port)))
    expect(isAlive(pid)).toBe(true)
    const core = stage.core(realLaunch(binary))
    let heard = 0
    core.onLine((_line, { kind }) => {
      if (kind === 'access') heard++
    })
    const found = core.findOrphan()
    if (found) core.adopt(found)
    await until('what it wrote meanwhile is read', () => heard > 500)
    const before = heard
    expect(await greeted(port)).toBe('hello')
    await until('what it writes now is read', () => heard > before)
    await new Promise((done) => target.close(done))
  })
})

/** The first bytes from a server. */
function greeted(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', (chunk) => {
      resolve(chunk.toString())
      socket.destroy()
    })
    socket.on('error', reject)
  })
}
