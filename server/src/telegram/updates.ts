import type { Timers } from '../platform/jobs/timers.ts'
import type { Log } from '../platform/log.ts'
import type { Registration } from './bot.ts'
import type { Dialogue } from './dialogue.ts'
import { type Failure, failureOf, notAnswered } from './failures.ts'
import { pause } from './pause.ts'
import type { BotStore } from './store.ts'
import { type BotApi, botSignal, pollSeconds } from './transport.ts'

const firstPauseMs = 1_000
const longestPauseMs = 60_000
/** A wrong token does not become right by itself. */
const tokenPauseMs = 10 * 60_000
const conflictPauseMs = 30_000
/** A server that answers an empty poll at once must not be asked in a loop. */
const emptyPauseMs = 1_000
const quickMs = 500

/** Learns how the bot does. */
export interface BotWatcher {
  running(username: string): void
  /** `times`: how often in a row. */
  failed(failure: Failure, times: number): void
}

interface Deps {
  api: BotApi
  timers: Timers
  botId: number
  store: Pick<BotStore, 'lastUpdate' | 'taken'>
  registration: Registration
  inbox: Inbox
  dialogue: Dialogue
  watcher: BotWatcher
}

const kinds = ['message', 'callback_query'] as const

/** Asks for updates until the signal fires. Whatever goes wrong, it waits and tries again. */
export async function poll(deps: Deps, signal: AbortSignal): Promise<void> {
  const { api, timers, botId, store, registration, inbox, dialogue, watcher } = deps
  let begun = false
  let failures = 0

  async function once(): Promise<void> {
    if (!begun) {
      await registration.begin(signal)
      begun = true
      watcher.running(registration.username())
    }
    const last = await store.lastUpdate(botId)
    const asked = performance.now()
    const updates = await api.getUpdates(
      {
        ...(last !== undefined && { offset: last + 1 }),
        timeout: pollSeconds,
        limit: 100,
        allowed_updates: kinds,
      },
      botSignal(signal),
    )
    failures = 0
    watcher.running(registration.username())
    const news = updates.filter(({ update_id }) => last === undefined || update_id > last)
    if (news.length > 0) {
      // Stored before the updates are handed out: each is done once, also over a crash.
      await store.taken(botId, Math.max(...news.map(({ update_id }) => update_id)))
      for (const update of news) inbox.add(dialogue.chatOf(update), () => dialogue.handle(update))
    } else if (performance.now() - asked < quickMs) await pause(timers, emptyPauseMs, signal)
  }

  while (!signal.aborted) {
    try {
      await once()
    } catch (error) {
      if (signal.aborted) return
      const failure = failureOf(error)
      failures += 1
      if (failure.kind === 'token' || failure.kind === 'conflict') begun = false
      watcher.failed(failure, failures)
      await pause(timers, pauseAfter(failure, failures), signal)
    }
  }
}

export function pauseAfter(failure: Failure, failures: number): number {
  if (failure.kind === 'wait') return failure.ms
  if (failure.kind === 'token') return tokenPauseMs
  if (failure.kind === 'conflict') return conflictPauseMs
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 10))
}

const usual = {
  /** So many chats at once. */
  parallel: 10,
  /** More updates of one chat than these are dropped. */
  mostPerChat: 30,
}

/** Updates of one chat are worked on one after the other, those of several chats side by side. */
export function createInbox(log: Log, { parallel, mostPerChat } = usual) {
  const chats = new Map<number, (() => Promise<void>)[]>()
  const working = new Set<number>()
  let idle: (() => void)[] = []

  function next(): void {
    for (const [chat, queue] of chats) {
      if (working.size >= parallel) return
      if (working.has(chat)) continue
      const work = queue.shift()
      if (!work) {
        chats.delete(chat)
        continue
      }
      working.add(chat)
      void work()
        .catch((error) => notAnswered(log, error, chat))
        .finally(() => {
          working.delete(chat)
          next()
        })
    }
    if (working.size > 0 || chats.size > 0) return
    for (const tell of idle) tell()
    idle = []
  }

  return {
    /** False if this chat has too much waiting. */
    add(chat: number, work: () => Promise<void>): boolean {
      const queue = chats.get(chat) ?? []
      if (queue.length >= mostPerChat) return false
      queue.push(work)
      chats.set(chat, queue)
      next()
      return true
    },
    /** Resolves when nothing is left to do. */
    empty: (): Promise<void> =>
      working.size === 0 && chats.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            idle.push(resolve)
          }),
  }
}

export type Inbox = ReturnType<typeof createInbox>
