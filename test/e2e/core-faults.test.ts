import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { corePaths } from '#server/core/process/files.ts'
import { servesApi } from '#server/core/process/proc.ts'
import { realTimers } from '#server/platform/jobs/timers.ts'
import { until } from '#test/until.ts'
import { createStage, fakeLaunch, fasterTimers, isAlive, pidOf, reportsIn, type Stage } from './core/stage.ts'

let stage: Stage
beforeEach(() => {
  stage = createStage()
})
afterEach(() => stage.close())

describe('missing capabilities', () => {
  it('a pipe is used if no FIFO can be created, and the consequence is logged', async () => {
    const { PATH } = process.env
    process.env.PATH = stage.folder
    const core = stage.core(fakeLaunch(stage.fake, 'run'))
    try {
      await core.start()
    } finally {
      process.env.PATH = PATH
    }
    expect(core.running()?.noFifo).toContain('the core will end if the panel is killed')
    await core.stop()
    expect(core.state().state).toBe('stop')
  })

  it('a configuration that cannot be written is reported, leaves nothing partial, and is retried', async () => {
    const { config } = corePaths(stage.folder)
    mkdirSync(config)
    const core = stage.core(fakeLaunch(stage.fake, 'run'))
    await expect(core.start()).rejects.toThrow('The core could not be started: EISDIR')
    expect(readdirSync(stage.folder).filter((name) => name.startsWith('core-config'))).toEqual([
      'core-config.json',
    ])
    rmdirSync(config)
    await until('the next try', () => core.running() !== undefined)
    expect(core.state()).toEqual({ state: 'running', errorMsg: '' })
  })

  it('a panel that exits without stopping its core takes it along', async () => {
    const program = fileURLToPath(new URL('./core/killed-panel.ts', import.meta.url))
    const args = [program, 'fake', stage.fake, stage.folder, '{}', 'leave']
    const panel = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    panel.stdout.on('data', (chunk) => {
      said += chunk
    })
    await new Promise((resolve, reject) => panel.once('close', resolve).once('error', reject))
    const pid = Number(said)
    expect(pid).toBeGreaterThan(1)
    await until('the core has ended', () => !isAlive(pid))
    expect(stage.core(fakeLaunch(stage.fake, 'run')).findOrphan()).toBeUndefined()
  })
})

describe('a core that misbehaves', () => {
  it('refuses its configuration: its own message, and no retry faster than the back-off', async () => {
    let launches = 0
    const launch = fakeLaunch(stage.fake, 'refuse')
    const core = stage.core(() => {
      launches++
      return launch()
    })
    await expect(core.start()).rejects.toThrow('unknown config id: vles')
    expect(core.state()).toMatchObject({ state: 'error', errorMsg: 'unknown config id: vles' })
    expect(launches).toBe(1)
    await core.stop()
    expect(core.state().state).toBe('stop')
  })

  it('gives up after five failures in a minute and says so', async () => {
    const core = stage.core(fakeLaunch(stage.fake, 'refuse'), { timers: fasterTimers(20) })
    await expect(core.start()).rejects.toThrow('unknown config id')
    await until('it gave up', () => core.state().errorMsg.includes('5 times'))
    expect(core.state().errorMsg).toBe('The core stopped 5 times within a minute: unknown config id: vles.')
  })

  it('crashes: the report has its trace, not its users', async () => {
    const core = stage.core(fakeLaunch(stage.fake, 'crash'))
    await core.start()
    await until('the crash is noticed', () => core.state().state === 'error')
    expect(core.state().errorMsg).toBe('panic: assignment to entry in nil map')
    const [report = ''] = reportsIn(stage.logFolder)
    const text = readFileSync(join(stage.logFolder, report), 'utf8')
    expect(text).toContain('goroutine 1 [running]:')
  })

  it('crashes and is stopped by an operator before the retry: it stays stopped', async () => {
    let launches = 0
    const launch = fakeLaunch(stage.fake, 'crash')
    const counted = () => {
      launches++
      return launch()
    }
    const core = stage.core(counted, {
      timers: { after: (ms, run) => realTimers.after(ms === 1000 ? 300 : ms, run) },
    })
    await core.start()
    await until('the crash is noticed', () => core.state().state === 'error')
    await core.stop()
    await core.ensure()
    await new Promise((later) => setTimeout(later, 500))
    expect(launches).toBe(1)
    expect(core.state()).toEqual({ state: 'stop', errorMsg: '' })
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
    await until('the process is there', () => core.findOrphan() === undefined && statExists())
    await core.stop()
    expect(await starting).toBe('The core was stopped before it was ready.')
  })

  it('ignores TERM: it is killed five seconds later', async () => {
    const core = stage.core(fakeLaunch(stage.fake, 'stubborn'), { timers: fasterTimers(10) })
    await core.start()
    const pid = pidOf(core)
    await core.stop()
    expect(isAlive(pid)).toBe(false)
    expect(core.state().state).toBe('stop')
  })

  it('is missing: a message, and no loop', async () => {
    const core = stage.core(fakeLaunch(join(stage.folder, 'no-such-core'), 'run'))
    await expect(core.start()).rejects.toThrow('ENOENT')
    expect(core.state().state).toBe('error')
  })

  it('is quiet: its own listening socket shows that it runs', async () => {
    const core = stage.core(fakeLaunch(stage.fake, 'quiet'))
    await core.start()
    const run = core.running()
    expect(run && servesApi(run.record)).toBe(true)
    expect(run && servesApi({ ...run.record, pid: process.pid })).toBe(false)
  })

  it('is verbose: every line is read, none of its users is kept', async () => {
    const core = stage.core(fakeLaunch(stage.fake, 'chatty', { lines: 5000 }))
    let heard = 0
    core.onLine((_line, { kind }) => {
      if (kind === 'access') heard++
    })
    await core.start()
    await until('all lines are heard', () => heard === 5000)
    expect(core.recentLines().join('\n')).not.toContain('email')
  })
})

const statExists = () => statSync(corePaths(stage.folder).record, { throwIfNoEntry: false }) !== undefined
