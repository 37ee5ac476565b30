import { Worker } from 'node:worker_threads'
import { workerFile } from '../worker-file.ts'
import type { FromThread, GivenTo, Operations, PartOf, ResultOf, ToThread } from './messages.ts'
import { receivedError } from './sent-error.ts'

interface Options {
  /** The name of its file, which is beside the module `from`. */
  name: string
  from: string
  workerData?: unknown
  /** Started by the first question and ended after so much idle time; absent: it lives until it is ended. */
  idleMs?: number
  /** The process may end while it works. */
  isBackground?: boolean
}

type Portion = { part: unknown } | { end: true }

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
}

interface Running {
  worker: Worker
  waiting: Map<number, Waiting>
  streams: Map<number, Inbox<Portion>>
}

function hear({ waiting, streams }: Running, message: FromThread): void {
  const { id } = message
  const [call, stream] = [waiting.get(id), streams.get(id)]
  waiting.delete(id)
  if ('error' in message) {
    const error = receivedError(message.error)
    call?.reject(error)
    stream?.fail(error)
  } else if ('result' in message) call?.resolve(message.result)
  else stream?.put(message)
}

/** Every thread of the panel: typed questions to the operations of its program, which calls `serveThread`. */
export function createThread<O extends Operations>(options: Options) {
  const { name, from, workerData, idleMs, isBackground = false } = options
  let running: Running | undefined
  let gone: Error | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  function lose(lost: Running, error: Error): void {
    if (running === lost) running = undefined
    if (idleMs === undefined) gone ??= error
    for (const { reject } of lost.waiting.values()) reject(error)
    lost.waiting.clear()
    for (const inbox of lost.streams.values()) inbox.fail(error)
  }

  function start(): Running {
    const worker = new Worker(workerFile(name, from), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    })
    worker.unref()
    const made: Running = { worker, waiting: new Map(), streams: new Map() }
    worker.on('message', (message: FromThread) => {
      hear(made, message)
      rest(made)
    })
    worker.on('error', (error: Error) => lose(made, error))
    worker.on('exit', () => lose(made, new Error(`the thread ${name} has ended`)))
    running = made
    return made
  }

  function busy(): Running {
    if (gone) throw gone
    clearTimeout(idle)
    const target = running ?? start()
    if (!isBackground) target.worker.ref()
    return target
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const done = running
    running = undefined
    await done?.worker.terminate()
  }

  function rest(target: Running): void {
    if (target.waiting.size > 0 || target.streams.size > 0) return
    target.worker.unref()
    if (idleMs === undefined || running !== target) return
    clearTimeout(idle)
    idle = setTimeout(() => void end(), idleMs).unref()
  }

  if (idleMs === undefined) start()

  return {
    ask: <K extends keyof O & string>(op: K, ...given: GivenTo<O, K>): Promise<ResultOf<O, K>> =>
      new Promise((resolve, reject) => {
        const { worker, waiting } = busy()
        const id = ++lastId
        waiting.set(id, { resolve: resolve as Waiting['resolve'], reject }) // the program has the type `O`
        worker.postMessage({ id, op, given } satisfies ToThread)
      }),

    /** Parts of a generator, made at most `ahead` before they are taken; `moved` are buffers that are handed over. */
    async *parts<K extends keyof O & string>(
      op: K,
      given: GivenTo<O, K>,
      { ahead, moved = [] }: { ahead: number; moved?: readonly ArrayBuffer[] },
    ): AsyncGenerator<PartOf<O, K>> {
      const target = busy()
      const id = ++lastId
      const inbox = createInbox<Portion>()
      const tell = (message: ToThread, buffers: readonly ArrayBuffer[] = []) =>
        target.worker.postMessage(message, buffers)
      target.streams.set(id, inbox)
      tell({ id, op, given, ahead }, moved)
      try {
        for (;;) {
          const portion = await inbox.take()
          if ('end' in portion) return
          tell({ id, more: true })
          yield portion.part as PartOf<O, K> // the thread's program has the type `O`
        }
      } finally {
        target.streams.delete(id)
        tell({ id, stop: true })
        rest(target)
      }
    },

    /** Ends it at once; a thread that is started on demand starts again with the next question. */
    end,
  }
}

export type Thread<O extends Operations> = ReturnType<typeof createThread<O>>

type Inbox<T> = ReturnType<typeof createInbox<T>>

/**
 * Messages of one stream from a thread, in order, until they are taken by one consumer. An error is delivered after
 * everything that came before it.
 */
export function createInbox<T>() {
  const arrived: T[] = []
  let failure: Error | undefined
  let waiter: { resolve: (item: T) => void; reject: (error: Error) => void } | undefined

  return {
    put(item: T): void {
      if (waiter) waiter.resolve(item)
      else arrived.push(item)
      waiter = undefined
    },
    fail(error: Error): void {
      failure ??= error
      waiter?.reject(failure)
      waiter = undefined
    },
    take(): Promise<T> {
      const next = arrived.shift()
      if (next !== undefined) return Promise.resolve(next)
      if (failure) return Promise.reject(failure)
      return new Promise((resolve, reject) => {
        waiter = { resolve, reject }
      })
    },
  }
}
