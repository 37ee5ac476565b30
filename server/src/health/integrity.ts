import { Worker } from 'node:worker_threads'
import { workerFile } from '../platform/worker-file.ts'

/** A sound file stays sound for a while, and reading a large one takes disk time from others. */
const freshMs = 10 * 60_000

/** Resolves with what is wrong in the file; an empty list means that it is sound. */
const checkFile = (file: string): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(workerFile('integrity-worker', import.meta.url), { workerData: { file } })
    worker.unref()
    worker.on('message', resolve)
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('the check ended without a result')))
  })

/** Whether the database file is sound. One check at a time; a large file goes on being checked after the report. */
export function createIntegrity(file: string, now: () => number) {
  let last: { at: number; flaws: readonly string[] } | undefined
  let running: Promise<void> | undefined

  function begin(): Promise<void> {
    running ??= checkFile(file)
      .then((flaws) => {
        last = { at: now(), flaws }
      })
      .catch((error: Error) => {
        last = { at: now(), flaws: [error.message] }
      })
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    /** What was found, or undefined if the check needs longer than this. */
    async flaws(withinMs: number): Promise<readonly string[] | undefined> {
      const isFresh = last && last.flaws.length === 0 && now() - last.at < freshMs
      if (isFresh) return last?.flaws
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, withinMs)
      })
      const before = last
      await Promise.race([begin(), late]).finally(() => clearTimeout(timer))
      return last === before && running ? undefined : last?.flaws
    },
  }
}

export type Integrity = ReturnType<typeof createIntegrity>
