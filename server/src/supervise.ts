import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Coded } from '#contract/coded.ts'
import {
  currentVersion,
  installationOf,
  isVersion,
  programIn,
  switchTo,
  versionFolder,
} from './platform/release/layout.ts'
import { hasEnded, readRun, type UpdateRun, writeRun } from './platform/release/update-run.ts'
import { createHeldSockets } from './supervise/held-sockets.ts'
import { type TrialTimes, watchLoading, watchTrial } from './supervise/trial.ts'
import { optionsOf, startVersion, type VersionProcess } from './supervise/version-process.ts'

/** The parent of a packaged panel: runs the version that `current` names, and changes it (ADR 116). */

// R8: what a child process writes is for its owner only.
process.umask(0o077)

const say = (line: string) => void process.stderr.write(`sluice: ${line}\n`)

/** A panel that was told to leave has connections to close and perhaps a database to copy. */
const leaveMs = 600_000
const numberIn = (name: string, usual: number): number => Number(process.env[name]) || usual
const readyMs = numberIn('SLUICE_UPDATE_READY_MS', 60_000)
const wellMs = numberIn('SLUICE_UPDATE_TRIAL_MS', 60_000)
/** A panel that failed its trial gets less time: it may hang. A kill leaves the core running (R44). */
const failedLeaveMs = Math.min(15_000, readyMs)
const times: TrialTimes = { readyMs, wellMs, askMs: Math.min(5_000, Math.ceil(wellMs / 10)) }

const interrupted: Coded = { code: 'update.interrupted', params: {} }

type Life =
  | { kind: 'ended'; code: number }
  | { kind: 'left'; run: UpdateRun; next: VersionProcess | undefined; code: number }
  | { kind: 'failed trial'; reason: Coded }

const held = createHeldSockets()
let running: VersionProcess | undefined
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    stopping = true
    running?.signal(signal)
  })

/** Tells a panel to end and to leave its core running; one that does not is killed. Returns how to call that off. */
function sendAway(version: VersionProcess, why: 'update' | 'rollback', ms: number): () => void {
  version.send({ sluice: 'leave', for: why })
  const timer = setTimeout(() => version.signal('SIGKILL'), ms)
  const cancel = () => clearTimeout(timer)
  void version.ended.then(cancel)
  return cancel
}

/** What the run names must be there: the panel may be of another version than this parent. */
const isPossible = (home: string, { from, to }: UpdateRun): boolean =>
  isVersion(to) && from === currentVersion(home) && existsSync(programIn(versionFolder(home, to)))

/** Loads a version while the one before still runs, which takes most of the time of its start. */
function load(home: string, to: string, args: readonly string[]): VersionProcess | undefined {
  const folder = versionFolder(home, to)
  return optionsOf(folder).takesOver ? startVersion({ folder, args, held, later: true }) : undefined
}

interface Leaving {
  run: UpdateRun
  next: VersionProcess | undefined
  cancel: () => void
}

/** Listens to a panel that wants a new version to take over; tells which run it has left for. */
function hearHandOver(
  home: string,
  args: readonly string[],
  version: VersionProcess,
): () => Leaving | undefined {
  let leaving: Leaving | undefined
  async function begin(run: UpdateRun): Promise<void> {
    const next = load(home, run.to, args)
    const now: Leaving = { run, next, cancel: () => {} }
    leaving = now
    const fault = next && (await watchLoading(next, readyMs))
    if (!fault) {
      now.cancel = sendAway(version, 'update', leaveMs)
      return
    }
    // The version that runs has noticed nothing, and stays.
    next.signal('SIGKILL')
    leaving = undefined
    end(home, run, 'failed', fault)
  }
  version.onMessage((message) => {
    if (message.sluice === 'hand-over' && !leaving) {
      const { run } = message
      if (stopping || !isPossible(home, run)) return end(home, run, 'failed', interrupted)
      note(home, { ...run, step: 'hand-over' })
      void begin(run)
    }
    if (message.sluice === 'stay' && leaving) {
      leaving.cancel()
      leaving.next?.signal('SIGKILL')
      end(home, leaving.run, 'failed', message.reason)
      leaving = undefined
    }
  })
  return () => leaving
}

/** One panel, from its start to its end. */
async function live(
  home: string,
  args: readonly string[],
  onTrial: UpdateRun | undefined,
  loaded: VersionProcess | undefined,
): Promise<Life> {
  const folder = versionFolder(home, currentVersion(home) ?? '')
  const version = loaded ?? startVersion({ folder, args, held })
  loaded?.send({ sluice: 'begin' })
  running = version
  if (stopping) version.signal('SIGTERM')
  if (onTrial) {
    const reason = await watchTrial({ version, coreRan: onTrial.coreRan, ...times })
    if (stopping) return { kind: 'ended', ...(await version.ended) } // the trial goes on at the next start
    if (reason) {
      sendAway(version, 'rollback', failedLeaveMs)
      await version.ended
      return { kind: 'failed trial', reason }
    }
    end(home, onTrial, 'done')
    say(`version ${onTrial.to} works: the update from ${onTrial.from} is done`)
  }
  const leftFor = hearHandOver(home, args, version)
  const { code } = await version.ended
  const left = leftFor()
  return left ? { kind: 'left', run: left.run, next: left.next, code } : { kind: 'ended', code }
}

function end(home: string, run: UpdateRun, step: 'done' | 'failed' | 'rolled-back', reason?: Coded): void {
  note(home, { ...run, step, finishedAt: Date.now(), ...(reason && { reason }) })
}

/** A full disk must not end the panel: `leftOver` makes the best of what is written. */
function note(home: string, run: UpdateRun): void {
  try {
    writeRun(home, run)
  } catch (error) {
    say(`the state of the update was not stored: ${(error as Error).message}`)
  }
}

/** What was going on when this process ended the last time, by a power cut or a stop in the middle. */
function leftOver(home: string): UpdateRun | undefined {
  const run = readRun(home)
  if (!run || hasEnded(run)) return undefined
  const isSwitched = currentVersion(home) === run.to
  if (isSwitched && (run.step === 'trial' || run.step === 'hand-over')) return run
  end(home, run, 'failed', interrupted)
  return undefined
}

async function supervise(home: string, args: readonly string[]): Promise<number> {
  let onTrial = leftOver(home)
  let loaded: VersionProcess | undefined
  for (;;) {
    const life = await live(home, args, onTrial, loaded)
    loaded = undefined
    if (life.kind === 'ended' || (stopping && life.kind === 'left')) return life.code
    if (life.kind === 'left' && life.code !== 0) {
      life.next?.signal('SIGKILL')
      end(home, life.run, 'failed', interrupted)
    } else if (life.kind === 'left') {
      onTrial = { ...life.run, step: 'trial' }
      loaded = life.next
      switchTo(home, onTrial.to)
      note(home, onTrial)
      say(`version ${onTrial.to} takes over from ${onTrial.from}`)
    } else if (onTrial) {
      say(`version ${onTrial.to} does not work (${JSON.stringify(life.reason)}): back to ${onTrial.from}`)
      switchTo(home, onTrial.from)
      end(home, onTrial, 'rolled-back', life.reason)
      onTrial = undefined
    }
  }
}

/** A package that was only unpacked has no place for other versions. */
async function runAlone(folder: string, args: readonly string[]): Promise<number> {
  running = startVersion({ folder, args })
  return (await running.ended).code
}

async function main(args: readonly string[]): Promise<number> {
  const installation = installationOf(fileURLToPath(new URL('../../', import.meta.url)))
  if (!installation) {
    say('this is the parent process of an installed panel; from source, use npm start')
    return 1
  }
  const { home, folder } = installation
  if (home === undefined) return runAlone(folder, args)
  if (existsSync(join(home, 'current'))) return supervise(home, args)
  say(`${join(home, 'current')} is missing: install the panel again`)
  return 1
}

process.exit(await main(process.argv.slice(2)))
