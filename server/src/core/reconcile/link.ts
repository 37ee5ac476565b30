import type { Timers } from '../../platform/jobs/timers.ts'
import type { Log } from '../../platform/log.ts'
import { createBulkThread } from '../api/bulk-thread.ts'
import { CoreError } from '../api/errors.ts'
import { createExecutor, createPrepare } from '../api/execute.ts'
import { createUserExecutor } from '../api/execute-users.ts'
import type { LoadedApi } from '../api/load.ts'
import { type CoreRecord, programOf, startIdOf } from '../process/record.ts'
import type { Desired } from './desired.ts'

/** Opens two connections to a running core: one for requests that people wait for, and one for users in bulk. */
export function connectTo({ createCoreApi, converterBy }: LoadedApi, record: CoreRecord, start: Desired) {
  const channel = createCoreApi(record.api)
  const converter = converterBy(() => programOf(record))
  const executeUsers = createUserExecutor(channel)
  const bulk = createBulkThread(record.api, executeUsers)
  const close = () => {
    bulk.close()
    channel.close()
  }
  return {
    /** Without clients: what it was started with, and every change since. */
    ...start,
    record,
    /** Inbounds whose users may still have the name with or without the inbound in it: not compared yet. */
    renaming: new Set(start.inbounds.keys()),
    /** Identifies this core process. */
    startId: startIdOf(record),
    api: { ...channel, close },
    /** Converts what these will send, so that the core is without an edited part only for a moment. */
    prepare: createPrepare(converter),
    execute: createExecutor(channel, converter),
    executeUsers,
    /** The same for many users, on a separate connection. */
    executeBulk: bulk.execute,
  }
}

export type Connected = ReturnType<typeof connectTo>

/**
 * The link to the running core: whether there is one, whether it answers, and what it refused. A lost step starts
 * `heal`, which compares everything, so the step itself need not be remembered.
 */
export function createLink({ timers, log }: { timers: Timers; log: Log }, heal: () => Promise<void>) {
  const retry = createRetry(timers, heal)
  let connected: Connected | undefined
  let refusal = ''

  return {
    set(core: Connected | undefined): void {
      connected = core
      refusal = ''
      retry.forget()
    },
    connected: () => connected,
    /** The connected core, unless it stopped answering. */
    answering: (): Connected | undefined => (retry.isSilent() ? undefined : connected),
    isSilent: retry.isSilent,
    /** The core answers again. */
    answered(): void {
      retry.answered()
      refusal = ''
    },
    /** The core did not apply a change. A core that has ended is not a failure: the next one starts with everything. */
    lost(core: Connected, error: unknown, what: string): void {
      if (connected !== core) return
      const kind = error instanceof CoreError ? error.kind : 'refused'
      log.error({ err: error, kind, what }, 'the core did not apply a change; it will be retried')
      refusal = kind === 'unavailable' ? '' : messageOf(error)
      retry.need(kind === 'unavailable')
    },
    /** The core's message about a refused step; blank if there is none. */
    refusal: () => refusal,
    stop: retry.forget,
  }
}

export type CoreLink = ReturnType<typeof createLink>

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const firstMs = 1_000
const longestMs = 30_000

/** Retries a change that the core did not apply, with growing intervals; nothing queues up behind a hung core. */
export function createRetry(timers: Timers, attempt: () => Promise<void>) {
  let cancel: (() => void) | undefined
  let running = false
  let wanted = false
  let silent = false
  let failures = 0

  function plan(): void {
    if (cancel || running) return
    cancel = timers.after(Math.min(firstMs * 2 ** failures, longestMs), () => void run())
  }

  async function run(): Promise<void> {
    cancel = undefined
    running = true
    wanted = false
    await attempt().catch(() => {
      wanted = true
    })
    running = false
    failures = wanted ? failures + 1 : 0
    if (wanted) plan()
  }

  return {
    /** `unanswered`: pauses all other calls meanwhile. */
    need(unanswered: boolean): void {
      silent ||= unanswered
      wanted = true
      plan()
    },
    isSilent: () => silent,
    /** It answers again. */
    answered(): void {
      silent = false
    },
    /** Another core runs, or none. */
    forget(): void {
      cancel?.()
      cancel = undefined
      wanted = false
      silent = false
      failures = 0
    },
  }
}
