import { type ChildProcess, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { Timers } from '../../platform/jobs/timers.ts'
import { writeAtomic } from '../../platform/write-atomic.ts'
import type { Base } from '../../settings/base-services.ts'
import { coreEnvironment } from '../binary/run-binary.ts'
import { createFifo, readFifo } from './fifo.ts'
import { corePaths, hashConfig, makeRunFolder } from './files.ts'
import type { CoreOutput } from './output.ts'
import { exeOf, runsFile, startTimeOf } from './proc.ts'
import { type CoreRecord, coreArgs, type Orphan, writeRecord } from './record.ts'

const DRAIN_MS = 1_000
const LOOK_MS = 1_000
const SOON_MS = 50

export interface Launch {
  binary: string
  configText: string
  /** A process was started with it: from now on a failure may be its fault. */
  tried?(): void
  /** Right before the process starts, when no other core of this panel runs. */
  prepare?(): Promise<void>
}

export interface RunDeps extends Pick<Base, 'timers' | 'log' | 'now'> {
  dataFolder: string
  /** The folder where the core looks for geo files. */
  binFolder: string
}

export interface CoreExit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** One core process, from start to end. */
export interface CoreRun {
  record: CoreRecord
  adopted: boolean
  /** Why its output would be lost with the panel; undefined if it uses a FIFO. */
  noFifo?: string
  /** After its last line was read. */
  ended: Promise<CoreExit>
  isAlive(): boolean
  signal(signal: NodeJS.Signals): void
  /** Stops reading its output, for another panel in this process that adopts it. */
  release(): void
}

const isSame = ({ pid, startTime }: Orphan) => startTimeOf(pid) === startTime

/** Signals only a process that was proven to be ours: a pid alone may have been reused. */
export function signalCore(orphan: Orphan, signal: NodeJS.Signals): void {
  if (!isSame(orphan)) return
  try {
    process.kill(orphan.pid, signal)
  } catch {
    // it has just ended
  }
}

async function openChannels(dataFolder: string) {
  const { stdout, stderr } = corePaths(dataFolder)
  const first = await createFifo(stdout)
  try {
    return { stdout: first, stderr: await createFifo(stderr) }
  } catch (error) {
    first.handOver()
    first.reader.destroy()
    throw error
  }
}

/** Resolves when both streams are read to the end, at most a second after the process has ended. */
function drained(streams: NodeJS.ReadableStream[], timers: Timers): Promise<void> {
  return new Promise((resolve) => {
    let open = streams.length
    const cancel = timers.after(DRAIN_MS, resolve)
    const one = () => {
      if (--open > 0) return
      cancel()
      resolve()
    }
    for (const stream of streams) {
      if ('closed' in stream && stream.closed === true) one()
      else stream.once('close', one)
    }
  })
}

function spawnCore(
  deps: RunDeps,
  binary: string,
  channels: Awaited<ReturnType<typeof openChannels>> | undefined,
): ChildProcess {
  const out = channels?.stdout.writeFd ?? 'pipe'
  const err = channels?.stderr.writeFd ?? 'pipe'
  return spawn(binary, coreArgs(deps.dataFolder), {
    cwd: deps.dataFolder,
    env: coreEnvironment(deps.binFolder),
    stdio: ['ignore', out, err],
    shell: false,
    // In its own process group: Ctrl-C goes to the panel, which reads the last counters before it ends the core.
    detached: true,
  })
}

/** Writes the configuration to disk before anything is ended or started for it. */
export const stageLaunch = (dataFolder: string, { configText }: Launch): void =>
  writeAtomic(corePaths(dataFolder).config, configText)

/** Starts a process with the staged configuration; rejects if it cannot be spawned. A refused configuration shows later. */
export async function startRun(deps: RunDeps, launch: Launch, output: CoreOutput): Promise<CoreRun> {
  const { dataFolder, timers } = deps
  await launch.prepare?.()
  makeRunFolder(dataFolder)
  let noFifo: string | undefined
  const channels = await openChannels(dataFolder).catch((error: Error) => {
    noFifo = `failed to create a FIFO (${error.message}): the core will end if the panel is killed`
    deps.log.warn(noFifo)
    return undefined
  })
  const child = spawnCore(deps, launch.binary, channels)
  // Registered before anything is awaited: it may exit immediately.
  const exit = new Promise<CoreExit>((resolve, reject) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    // If there is a process, a signal could not be sent; the sender's deadline handles that.
    child.on('error', (err) =>
      child.pid === undefined ? reject(err) : deps.log.warn({ err }, 'failed to signal the core'),
    )
  })
  exit.catch(() => {}) // awaited below if no process was spawned
  const stdout = channels?.stdout.reader ?? child.stdout
  const stderr = channels?.stderr.reader ?? child.stderr
  channels?.stdout.handOver()
  channels?.stderr.handOver()
  if (stdout && stderr) output.attach(stdout, stderr)
  const { pid } = child
  if (pid === undefined) {
    channels?.stdout.reader.destroy()
    channels?.stderr.reader.destroy()
    await exit
    throw new Error('no process was started')
  }
  launch.tried?.()
  const record = recordOf(deps, launch, pid)
  return {
    record,
    adopted: false,
    ...(noFifo !== undefined && { noFifo }),
    ended: exit.then(async (how) => {
      if (stdout && stderr) await drained([stdout, stderr], timers)
      return how
    }),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    signal: (signal) => void child.kill(signal),
    release() {
      channels?.stdout.reader.destroy()
      channels?.stderr.reader.destroy()
      child.unref()
    },
  }
}

function recordOf(deps: RunDeps, { configText, binary }: Launch, pid: number): CoreRecord {
  const record: CoreRecord = {
    pid,
    startTime: startTimeOf(pid) ?? '',
    exe: exeOf(pid) ?? binary,
    isDirect: runsFile(pid, binary),
    configHash: hashConfig(configText),
    api: corePaths(deps.dataFolder).api,
    startedAt: deps.now(),
  }
  try {
    writeRecord(deps.dataFolder, record)
  } catch (err) {
    // A full disk must not stop a running core; the next panel still finds it by its arguments.
    deps.log.warn({ err }, 'failed to write the core record')
  }
  return record
}

/** The path and the core's output are the same stream only if their inodes match. */
function reopen(pid: number, fd: number, path: string): Socket {
  const [theirs, ours] = [statSync(`/proc/${pid}/fd/${fd}`), statSync(path)]
  if (theirs.ino !== ours.ino || theirs.dev !== ours.dev)
    throw new Error(`the core does not write to ${path}`)
  return readFifo(path)
}

/** Takes over a core that outlived its panel; throws if its output cannot be reopened (R44). */
export function adoptRun(deps: RunDeps, record: CoreRecord, output: CoreOutput): CoreRun {
  const paths = corePaths(deps.dataFolder)
  const stdout = reopen(record.pid, 1, paths.stdout)
  let stderr: Socket
  try {
    stderr = reopen(record.pid, 2, paths.stderr)
  } catch (error) {
    stdout.destroy()
    throw error
  }
  output.attach(stdout, stderr)
  let released = false
  const ended = new Promise<CoreExit>((resolve) => {
    const gone = async () => {
      await drained([stdout, stderr], deps.timers)
      resolve({ code: null, signal: null }) // the kernel reports the exit status only to the parent
    }
    let cancel = () => {}
    const look = () => {
      cancel()
      if (released) return
      if (!isSame(record)) void gone()
      else cancel = deps.timers.after(stdout.closed ? SOON_MS : LOOK_MS, look)
    }
    // Its end closes the stream a moment before the process is gone; the timer is for a core that closed its output.
    stdout.once('close', look)
    look()
  })
  return {
    record,
    adopted: true,
    ended,
    isAlive: () => isSame(record),
    signal: (signal) => signalCore(record, signal),
    release() {
      released = true
      stdout.destroy()
      stderr.destroy()
    },
  }
}
