import type { Coded } from '#contract/coded.ts'
import { codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import { type CoreState, inError } from '../state-words.ts'
import { type BackOff, createBackOff, createTroubleLog } from './back-off.ts'
import { endGently, goneWithin, settlesWithin } from './ending.ts'
import { lastWords, writeExitReport } from './exit-report.ts'
import { noSpace } from './files.ts'
import { createListeners } from './listeners.ts'
import { type CoreOutput, createOutput, type LineListener } from './output.ts'
import { startTimeOf } from './proc.ts'
import type { CoreEnded, CoreProcessDeps } from './process-deps.ts'
import { whenReady } from './ready.ts'
import { type CoreRecord, findOrphan, type Orphan, removeRecord } from './record.ts'
import { adoptRun, type CoreRun, type Launch, signalCore, stageLaunch, startRun } from './run.ts'

const READY_MS = 30_000
const SLOW_RETRY_MS = 300_000

/** Keeps one core running. All changes go through one queue, and each step has a deadline. */
export class CoreProcess {
  readonly #deps: CoreProcessDeps
  readonly #output: CoreOutput
  readonly #backOff: BackOff
  readonly #started
  readonly #ended
  readonly #troubleLog
  /** Runs that we are ending: their end is not a crash. */
  readonly #ending = new WeakMap<CoreRun, Promise<void>>()
  #current: CoreRun | undefined
  #ready = false
  #wanted: 'running' | 'stopped' | 'closed' | 'left' = 'stopped'
  #trouble: Coded | undefined
  #queue: Promise<unknown> = Promise.resolve()

  constructor(deps: CoreProcessDeps) {
    this.#deps = deps
    const onFault = (err: unknown) => deps.log.warn({ err }, 'a core listener failed')
    this.#output = createOutput(onFault)
    this.#troubleLog = createTroubleLog(deps.log)
    this.#started = createListeners<[run: CoreRun]>(onFault)
    this.#ended = createListeners<[ended: CoreEnded]>(onFault)
    this.#backOff = createBackOff({
      ...deps,
      slowRetryMs: deps.limits?.slowRetryMs ?? SLOW_RETRY_MS,
      retry: () => void this.#inTurn(() => this.#begin()).catch(() => {}), // a failure schedules the next
    })
    process.on('exit', this.#atExit)
  }

  state(): CoreState {
    if (this.running()) return { state: 'running', errorMsg: '' }
    if (this.#wanted === 'running' && this.#trouble) return inError(this.#trouble)
    return { state: 'stop', errorMsg: '' }
  }

  /** The running core, once ready; otherwise undefined. */
  running(): CoreRun | undefined {
    return this.#ready ? this.#current : undefined
  }

  /** Called by an operator or at panel start. Throws with the core's message; retried automatically. */
  async start(): Promise<void> {
    this.#want()
    return this.#inTurn(() => this.#begin())
  }

  /** Called by an operator; jobs and the back-off respect it until `start` or `restart` (P52). */
  stop(): Promise<void> {
    this.#wanted = 'stopped'
    return this.#endNow()
  }

  /** `readyMs`: gives up and kills the new core after this, for a version that is on trial. */
  async restart(readyMs?: number): Promise<void> {
    this.#want()
    return this.#inTurn(async () => {
      const staged = this.#ready ? await this.#stageNext() : undefined
      await this.#end()
      await this.#begin(staged, readyMs)
    })
  }

  /** The core runs but does not answer: ends it, and restarts it as after a crash. */
  endHung(said: Coded): Promise<void> {
    const run = this.running()
    return this.#inTurn(async () => {
      if (!run || this.#current !== run || this.#wanted !== 'running') return
      await this.#end()
      this.#failed(said)
    })
  }

  /** For jobs: starts it unless it runs, waits for its next attempt, or was stopped by an operator. */
  async ensure(): Promise<void> {
    if (this.#current || this.#backOff.isWaiting()) return
    await this.#inTurn(() => this.#begin())
  }

  /** The panel stops: ends the core, and nothing starts another. */
  async close(): Promise<void> {
    this.#wanted = 'closed'
    await this.#endNow()
    process.removeListener('exit', this.#atExit)
  }

  /** The panel restarts in this process: a ready core goes on and is adopted; any other is ended. */
  async leave(): Promise<void> {
    const run = this.running()
    if (!run || run.noFifo !== undefined || this.#ending.has(run)) return this.close()
    this.#wanted = 'left'
    this.#backOff.forget()
    run.release()
    process.removeListener('exit', this.#atExit)
  }

  /** Call before the first start: finds a core that outlived a killed panel (R44). */
  findOrphan(): Orphan | undefined {
    return this.#current ? undefined : findOrphan(this.#deps.dataFolder)
  }

  /** Takes over an orphan; throws if its output cannot be reopened. The caller checks its configuration. */
  adopt(orphan: Orphan): CoreRun {
    if (!orphan.record) throw new Refusal('core.orphan-unknown')
    if (this.#current) throw new Refusal('core.already-runs')
    this.#output.clear()
    const run = adoptRun(this.#deps, orphan.record, this.#output)
    this.#wanted = 'running'
    this.#watch(run)
    this.#ready = true
    return run
  }

  endOrphan(orphan: Orphan): Promise<void> {
    return this.#inTurn(() => this.#endStray(orphan))
  }

  /** The core's pid, also while it is starting or ending. */
  pid = () => this.#current?.record.pid
  onLine = (listener: LineListener) => this.#output.onLine(listener)
  onStarted = (listener: (run: CoreRun) => void) => this.#started.add(listener)
  onEnded = (listener: (ended: CoreEnded) => void) => this.#ended.add(listener)

  /** Its last warnings, errors and plain lines, oldest first. */
  recentLines = (count?: number): string[] => this.#output.recent(count)

  #want(): void {
    if (this.#wanted === 'closed' || this.#wanted === 'left') throw new Refusal('core.panel-stopping')
    this.#wanted = 'running'
    this.#backOff.forget()
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work)
    this.#queue = turn.catch(() => {})
    return turn
  }

  /** Immediately, even during a start that hangs, and again in the queue for one that was about to begin. */
  async #endNow(): Promise<void> {
    this.#backOff.forget()
    await this.#end()
    await this.#inTurn(() => this.#end())
  }

  async #end(): Promise<void> {
    const run = this.#current
    if (!run) return
    const prepared = this.#ending.get(run) ?? (this.#ready ? this.#prepare(run.record) : Promise.resolve())
    this.#ending.set(run, prepared)
    await prepared
    const { timers } = this.#deps
    if (await endGently(run.signal, (ms) => settlesWithin(run.ended, ms, timers))) return
    throw new Refusal('core.does-not-end', { pid: run.record.pid })
  }

  async #prepare(record: CoreRecord): Promise<void> {
    await this.#deps.lastReading
      ?.read(record)
      .catch((err) => this.#deps.log.warn({ err }, 'a core is being ended without a last reading'))
  }

  async #stage(): Promise<Launch> {
    const launch = await this.#deps.launcher.launch()
    stageLaunch(this.#deps.dataFolder, launch)
    return launch
  }

  /** Prepares the next launch first: if it fails, the running core is kept. */
  #stageNext(): Promise<Launch> {
    return this.#stage().catch((error) => {
      const why = noSpace(error) ?? codedOf(error)
      throw new Refusal('core.not-restarted', { reason: why })
    })
  }

  async #begin(staged?: Launch, readyMs?: number): Promise<void> {
    if (this.#current || this.#wanted !== 'running') return
    this.#backOff.cancel()
    let ran = false
    try {
      // Two cores on one port share its connections without an error, and half of them are not metered.
      const stray = findOrphan(this.#deps.dataFolder)
      if (stray) await this.#endStray(stray)
      const launch = staged ?? (await this.#stage())
      if (this.#wanted !== 'running') return
      this.#output.clear()
      ran = true
      const run = await startRun(this.#deps, launch, this.#output)
      this.#watch(run)
      await this.#untilReady(run, readyMs)
      this.#trouble = undefined
      this.#troubleLog.over()
      this.#started.tell(run)
    } catch (error) {
      const refusal =
        error instanceof Refusal
          ? error
          : new Refusal('core.not-started', { reason: noSpace(error) ?? codedOf(error) })
      if (noSpace(error)) this.#hindered(codedOf(refusal))
      else this.#failed(codedOf(refusal), ran)
      throw refusal
    }
  }

  async #untilReady(run: CoreRun, readyMs?: number): Promise<void> {
    const limit = readyMs ?? this.#deps.limits?.readyMs ?? READY_MS
    const readiness = await whenReady(run, this.#output, this.#deps.timers, limit)
    if (readiness === 'ready') {
      this.#ready = true
      return
    }
    if (readiness === 'late') {
      if (readyMs !== undefined) run.signal('SIGKILL')
      await this.#end()
      throw new Refusal('core.not-ready', { seconds: limit / 1000 })
    }
    const exit = await run.ended
    if (this.#wanted !== 'running') throw new Refusal('core.stopped-early')
    if (this.#output.trace().length > 0) writeExitReport(this.#deps, run, exit, this.#output)
    throw Refusal.of(lastWords(this.#output, exit))
  }

  /** From here on its end is noticed. */
  #watch(run: CoreRun): void {
    this.#current = run
    void run.ended.then((exit) => {
      if (this.#wanted === 'left') return // another panel watches it
      const crashed = this.#ready && !this.#ending.has(run)
      this.#current = undefined
      this.#ready = false
      removeRecord(this.#deps.dataFolder)
      const said = lastWords(this.#output, exit)
      if (crashed) writeExitReport(this.#deps, run, exit, this.#output)
      const expected = this.#ending.has(run)
      this.#ended.tell({ ...exit, pid: run.record.pid, expected, said, trace: this.#output.trace() })
      if (crashed) this.#failed(said) // a start that fails is planned for by `#begin`
    })
  }

  #failed(said: Coded, ran = true): void {
    if (this.#wanted !== 'running') return
    const { trouble, waitMs } = this.#backOff.failed(said, ran)
    this.#trouble = trouble
    this.#troubleLog.failed(`the core does not run: ${inEnglish(trouble)}`, waitMs)
  }

  #hindered(said: Coded): void {
    if (this.#wanted !== 'running') return
    this.#trouble = said
    this.#troubleLog.failed(inEnglish(said), this.#backOff.hindered())
  }

  async #endStray(orphan: Orphan): Promise<void> {
    const { log, timers, dataFolder } = this.#deps
    log.warn({ pid: orphan.pid }, 'ending the core of a previous panel')
    if (orphan.record) await this.#prepare(orphan.record)
    const isGone = () => startTimeOf(orphan.pid) !== orphan.startTime
    const send = (signal: NodeJS.Signals) => signalCore(orphan, signal)
    if (!(await endGently(send, (ms) => goneWithin(isGone, ms, timers)))) {
      throw new Refusal('core.orphan-does-not-end', { pid: orphan.pid })
    }
    removeRecord(dataFolder)
  }

  /** A normal exit of the panel ends the core; after a panel crash it keeps running and the next panel adopts it. */
  #atExit = (code: number): void => {
    if (this.#wanted === 'closed' || code === 0) this.#current?.signal('SIGKILL')
  }
}
