import { DatabaseSync } from 'node:sqlite'
import { createThread } from '../platform/thread/thread.ts'
import { waitFor } from '../platform/wait-for.ts'
import { isSmallFile } from '../store/small-file.ts'
import type { IntegrityOperations } from './integrity-worker.ts'

const mostFlaws = 5

/** A sound file stays sound for a while, and reading a large one takes disk time from others. */
const freshMs = 10 * 60_000

/** What is wrong in the file; an empty list means that it is sound. In WAL mode a reader holds up no write. */
export function readFlaws(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    db.exec('pragma busy_timeout=2000; pragma cache_size=-4000')
    const rows = db.prepare(`pragma quick_check(${mostFlaws})`).all()
    const said = rows.map((row) => String(Object.values(row)[0]))
    return said.length === 1 && said[0] === 'ok' ? [] : said
  } finally {
    db.close()
  }
}

/** Whether the database file is sound. One check at a time; a large file goes on being checked after the report. */
export function createIntegrity(file: string, now: () => number) {
  const thread = createThread<IntegrityOperations>({
    ...{ name: 'integrity-worker', from: import.meta.url, idleMs: 0 },
    isBackground: true,
  })
  let last: { at: number; flaws: readonly string[] } | undefined
  let running: Promise<void> | undefined

  const check = async () => (isSmallFile(file) ? readFlaws(file) : thread.ask('flaws', file))

  function begin(): Promise<void> {
    running ??= check()
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
