import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { corePaths, hashConfig } from '#server/core/files.ts'
import { argvOf, listensOn, startTimeOf } from '#server/core/proc.ts'
import type { CoreProcess, CoreProcessDeps } from '#server/core/process.ts'
import { coreBinary } from '#test/core-binary.ts'
import { createStage, fakeLaunch, fasterTimers, realLaunch, type Stage, until } from './core/stage.ts'

let stage: Stage
beforeEach(() => {
  stage = createStage()
})
afterEach(() => stage.close())

const isAlive = (pid: number) => startTimeOf(pid) !== undefined
const pidOf = (core: CoreProcess) => core.running()?.record.pid ?? 0
const reports = () => readdirSync(stage.logFolder).filter((name) => name.startsWith('core_crash_'))

/** Starts a core in a process of its own and kills that process; returns the pid of the core that is left. */
async function orphan(kind: 'real' | 'fake', binary: string): Promise<number> {
  const program = fileURLToPath(new URL('./core/killed-panel.ts', import.meta.url))
  const panel = spawn(process.execPath, [program, kind, binary, stage.folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = await new Promise<number>((resolve, reject) => {
    panel.stdout.once('data', (line) => resolve(Number(line)))
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
  launch: () => CoreProcessDeps['launch']
}
const kinds: Kind[] = [
  { name: 'fake', binary: () => stage.fake, launch: () => fakeLaunch(stage.fake, 'run') },
  { name: 'real', binary: () => coreBinary ?? '', launch: () => realLaunch(coreBinary ?? '') },
]

describe.each(kinds.filter(({ name }) => name === 'fake' || coreBinary))(
  'a core ($name)',
  ({ name, binary, launch }) => {
    it('starts with its own configuration for the owner alone, and ends when it is stopped', async () => {
      const core = stage.core(launch())
      expect(core.state()).toEqual({ state: 'stop', errorMsg: '' })
      await core.start()
      expect(core.state()).toEqual({ state: 'running', errorMsg: '' })
      const pid = pidOf(core)
      const paths = corePaths(stage.folder)
      expect(argvOf(pid).slice(-3)).toEqual(['run', '-c', paths.config])
      for (const file of Object.values(paths)) expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(statSync(paths.stdout).isFIFO()).toBe(true)
      expect(core.running()?.record.configHash).toBe(hashConfig(readFileSync(paths.config, 'utf8')))
      await core.stop()
      expect(isAlive(pid)).toBe(false)
      expect(core.state()).toEqual({ state: 'stop', errorMsg: '' })
      await core.ensure()
      expect(core.running()).toBeUndefined() // a job does not revive what an operator stopped
    })

    it('comes back after kill -9 by itself, with a report and a new process', async () => {
      const core = stage.core(launch())
      await core.start()
      const first = pidOf(core)
      const began = Date.now()
      process.kill(first, 'SIGKILL')
      await until(() => core.state().state === 'error', 'the crash is noticed')
      expect(core.state().errorMsg).toContain('SIGKILL')
      await until(() => core.running() !== undefined, 'the core is back')
      expect(Date.now() - began).toBeGreaterThanOrEqual(1000) // its back-off
      expect(pidOf(core)).not.toBe(first)
      expect(reports()).toHaveLength(1)
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
      await until(() => core.running() !== undefined && pidOf(core) !== pid, 'a new core runs')
      expect(isAlive(pid)).toBe(false)
    })

    it('of a killed panel is ended before another starts', async () => {
      const pid = await orphan(name, binary())
      const core = stage.core(launch())
      await core.start()
      expect(isAlive(pid)).toBe(false)
      expect(pidOf(core)).not.toBe(pid)
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

describe('a core that misbehaves', () => {
  it('refuses its configuration: its own words, and tries no faster than its back-off', async () => {
    let launches = 0
    const launch = fakeLaunch(stage.fake, 'refuse')
    const core = stage.core(() => {
      launches++
      return launch()
    })
    await expect(core.start()).rejects.toThrow('unknown config id: vles')
    expect(core.state()).toEqual({ state: 'error', errorMsg: 'unknown config id: vles' })
    expect(launches).toBe(1)
    await core.stop()
    expect(core.state().state).toBe('stop')
  })

  it('gives up after five failures in a minute and says so', async () => {
    const core = stage.core(fakeLaunch(stage.fake, 'refuse'), { timers: fasterTimers(20) })
    await expect(core.start()).rejects.toThrow('unknown config id')
    await until(() => core.state().errorMsg.includes('5 times'), 'it gave up')
    expect(core.state().errorMsg).toBe('the core ended 5 times within a minute: unknown config id: vles')
  })

  it('crashes: the report holds its trace, not its users', async () => {
    const core = stage.core(fakeLaunch(stage.fake, 'crash'))
    await core.start()
    await until(() => core.state().state === 'error', 'the crash is noticed')
    expect(core.state().errorMsg).toBe('panic: assignment to entry in nil map')
    const [report = ''] = reports()
    const text = readFileSync(join(stage.logFolder, report), 'utf8')
    expect(text).toContain('goroutine 1 [running]:')
  })

  it('hangs at its start: it is killed at the deadline', async () => {
    const core = stage.core(fakeLaunch(stage.fake, 'hang'), {
      timers: fasterTimers(10),
      limits: { readyMs: 10_000 },
    })
    await expect(core.start()).rejects.toThrow('not ready within 10 s')
    expect(core.findOrphan()).toBeUndefined()
  })

  it('hangs at its start: an operator need not wait for the deadline', async () => {
    const core = stage.core(fakeLaunch(stage.fake, 'hang'), {
      timers: fasterTimers(10),
      limits: { readyMs: 600_000 },
    })
    const starting = core.start().catch((error: Error) => error.message)
    await until(() => core.findOrphan() === undefined && statExists(), 'the process is there')
    await core.stop()
    expect(await starting).toBe('the core was stopped before it was ready')
  })

  it('ignores TERM: it is killed five seconds later', async () => {
    const core = stage.core(fakeLaunch(stage.fake, 'stubborn'), { timers: fasterTimers(10) })
    await core.start()
    const pid = pidOf(core)
    await core.stop()
    expect(isAlive(pid)).toBe(false)
    expect(core.state().state).toBe('stop')
  })

  it('is not there: a sentence, and no loop', async () => {
    const core = stage.core(fakeLaunch(join(stage.folder, 'no-such-core'), 'run'))
    await expect(core.start()).rejects.toThrow('ENOENT')
    expect(core.state().state).toBe('error')
  })

  it('is quiet: its own listening port shows that it runs', async () => {
    const core = stage.core(fakeLaunch(stage.fake, 'quiet'))
    await core.start()
    const run = core.running()
    expect(run && listensOn(run.record.pid, run.record.ports.api)).toBe(true)
    expect(run && listensOn(process.pid, run.record.ports.api)).toBe(false)
  })

  it('talks much: every line is heard, none of its users is kept', async () => {
    const core = stage.core(fakeLaunch(stage.fake, 'chatty', { lines: 5000 }))
    let heard = 0
    core.onLine((_line, { kind }) => {
      if (kind === 'access') heard++
    })
    await core.start()
    await until(() => heard === 5000, 'all lines are heard')
    expect(core.recentLines().join('\n')).not.toContain('email')
  })
})

const statExists = () => statSync(corePaths(stage.folder).record, { throwIfNoEntry: false }) !== undefined

describe.skipIf(!coreBinary)('the real core', () => {
  const binary = coreBinary ?? ''

  it('says in its own words why it does not start', async () => {
    const core = stage.core(
      realLaunch(binary, 'warning', { inbounds: [{ port: 1, protocol: 'vles', tag: 'a' }] }),
    )
    await expect(core.start()).rejects.toThrow(/config with tag a: .*: unknown config id: vles$/)
  })

  it('is found ready at a log level that hides that it started', async () => {
    const core = stage.core(realLaunch(binary, 'none'))
    await core.start()
    expect(core.state().state).toBe('running')
  })

  it('that stands still is ended by KILL', async () => {
    const core = stage.core(realLaunch(binary), { timers: fasterTimers(10) })
    await core.start()
    const pid = pidOf(core)
    process.kill(pid, 'SIGSTOP')
    await core.stop()
    expect(isAlive(pid)).toBe(false)
  })
})
