import type { Log } from '../platform/log.ts'
import { notAnswered } from './failures.ts'

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
