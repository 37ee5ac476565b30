import { createThread } from '../platform/thread/thread.ts'
import { waitFor } from '../platform/wait-for.ts'
import type { IntegrityOperations } from './integrity-worker.ts'

/** A sound file stays sound for a while, and reading a large one takes disk time from others. */
const freshMs = 10 * 60_000

/** Whether the database file is sound. One check at a time; a large file goes on being checked after the report. */
export function createIntegrity(file: string, now: () => number) {
  const thread = createThread<IntegrityOperations>({
    ...{ name: 'integrity-worker', from: import.meta.url, idleMs: 0 },
    isBackground: true,
  })
  let last: { at: number; flaws: readonly string[] } | undefined
  let running: Promise<void> | undefined

  function begin(): Promise<void> {
    running ??= thread
      .ask('flaws', file)
      .catch((error: Error) => [error.message])
      .then((flaws) => {
        last = { at: now(), flaws }
        running = undefined
      })
    return running
  }

  return {
    /** What was found, or undefined if the check needs longer than this. */
    async flaws(withinMs: number): Promise<readonly string[] | undefined> {
      const isFresh = last && last.flaws.length === 0 && now() - last.at < freshMs
      if (isFresh) return last?.flaws
      const before = last
      await waitFor(begin(), withinMs)
      return last === before && running ? undefined : last?.flaws
    },
  }
}

export type Integrity = ReturnType<typeof createIntegrity>
