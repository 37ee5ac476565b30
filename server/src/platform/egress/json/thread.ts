import { Worker } from 'node:worker_threads'
import { createSerial } from '../../db/serial.ts'
import { workerFile } from '../../worker-file.ts'
import { createAssembly } from './assemble.ts'
import type { FromWorker, ToWorker } from './json-worker.ts'
import { type JsonLimits, readJson } from './read.ts'
import { Unreadable } from './tokens.ts'

/** Smaller answers take a few milliseconds, less than a thread needs to start. */
const smallBytes = 128 * 1024
const idleMs = 4_000
/** After a larger answer the thread ends at once: the memory that it has taken is worth more than a start. */
const largeBytes = 4 * 1024 * 1024
/** Many times what the largest answer takes on a busy machine. */
const longestMs = 120_000

function readHere(bytes: Buffer, limits: JsonLimits): unknown {
  const whole = createAssembly()
  for (const part of readJson(bytes, limits)) whole.take(part)
  return whole.value()
}

/** Answers of other programs as JSON. Large ones are read on a thread, one after the other. */
export function createJsonThread() {
  const serial = createSerial()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function end(): void {
    const done = worker
    worker = undefined
    void done?.terminate()
  }

  function thread(): Worker {
    clearTimeout(idle)
    worker ??= new Worker(workerFile('json-worker', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    })
    return worker
  }

  const readThere = (bytes: Uint8Array<ArrayBuffer>, limits: JsonLimits) =>
    new Promise<unknown>((resolve, reject) => {
      const whole = createAssembly()
      const isLarge = bytes.length > largeBytes
      const reader = thread()
      const late = setTimeout(() => fail(new Unreadable('too-much')), longestMs)
      const ask = (message: ToWorker, moved: ArrayBuffer[] = []) => reader.postMessage(message, moved)
      const stop = () => {
        clearTimeout(late)
        reader.off('message', hear).off('error', fail).off('exit', ended)
        reader.unref()
      }
      function fail(error: Error): void {
        stop()
        end()
        reject(error)
      }
      const ended = () => fail(new Error('the reader of answers has ended'))
      function hear(message: FromWorker): void {
        if ('part' in message) {
          setImmediate(ask, 'more') // others get their turn between two parts
          whole.take(message.part)
          return
        }
        stop()
        if (isLarge) end()
        else idle = setTimeout(end, idleMs).unref()
        if (message.end === 'done') resolve(whole.value())
        else reject(new Unreadable(message.end))
      }
      reader.ref()
      reader.on('message', hear).on('error', fail).on('exit', ended)
      ask({ bytes, limits }, [bytes.buffer])
      ask('more') // one part is read while the one before is taken
    })

  /** `bytes` are used up. */
  return async (bytes: Uint8Array<ArrayBuffer>, limits: JsonLimits): Promise<unknown> => {
    if (bytes.length > smallBytes) return serial(() => readThere(bytes, limits))
    return readHere(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits)
  }
}

export type ReadJson = ReturnType<typeof createJsonThread>
