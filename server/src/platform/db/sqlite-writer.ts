import { Worker } from 'node:worker_threads'
import { workerFile } from '../worker-file.ts'
import type { Request, Response } from './sqlite-worker.ts'
import type { Outcome } from './statements.ts'

/** An SQLite error; `errcode` is the extended result code. */
export class SqliteError extends Error {
  readonly errcode: number | undefined
  constructor(message: string, errcode: number | undefined) {
    super(message)
    this.errcode = errcode
  }
}

/** Sends statements to the writer thread, one per message, in order. */
export function createSqliteWriter(file: string) {
  const waiting = new Map<number, { resolve: (o: Outcome) => void; reject: (e: Error) => void }>()
  let nextId = 1
  let gone: Error | undefined
  const worker = new Worker(workerFile('sqlite-worker', import.meta.url), {
    workerData: { file },
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  })
  worker.unref()

  worker.on('message', (response: Response) => {
    const call = waiting.get(response.id)
    waiting.delete(response.id)
    if (waiting.size === 0) worker.unref()
    if (!call) return
    if ('outcome' in response) call.resolve(response.outcome)
    else call.reject(new SqliteError(response.error.message, response.error.errcode))
  })
  const fail = (error: Error) => {
    gone = error
    for (const call of waiting.values()) call.reject(error)
    waiting.clear()
  }
  worker.on('error', fail)
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      fail(new Error('the database writer has ended'))
      resolve()
    })
  })

  return {
    run(sql: string, parameters: readonly unknown[]): Promise<Outcome> {
      if (gone) return Promise.reject(gone)
      return new Promise((resolve, reject) => {
        const id = nextId++
        if (waiting.size === 0) worker.ref()
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, sql, parameters } satisfies Request)
      })
    },
    async close(): Promise<void> {
      if (gone) return
      worker.ref()
      worker.postMessage('close')
      await ended
    },
  }
}

export type SqliteWriter = ReturnType<typeof createSqliteWriter>
