import { setImmediate as turn } from 'node:timers/promises'
import { createSerial } from '../../db/serial.ts'
import { createThread } from '../../thread/thread.ts'
import type { JsonOperations } from './json-worker.ts'
import { createAssembly } from './parts.ts'
import { type JsonLimits, readJson } from './read.ts'
import { Unreadable } from './tokens.ts'

/** Smaller answers take a few milliseconds, less than a thread needs to start. */
const smallBytes = 128 * 1024
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
  const thread = createThread<JsonOperations>({
    ...{ name: 'json-worker', from: import.meta.url, idleMs: 4_000 },
  })

  async function readThere(bytes: Uint8Array<ArrayBuffer>, limits: JsonLimits): Promise<unknown> {
    const isLarge = bytes.length > largeBytes
    const whole = createAssembly()
    let isLate = false
    const late = setTimeout(() => {
      isLate = true
      void thread.end()
    }, longestMs)
    try {
      for await (const part of thread.parts('read', [bytes, limits], { ahead: 2, moved: [bytes.buffer] })) {
        whole.take(part)
        await turn() // others get theirs between two parts
      }
      return whole.value()
    } catch (error) {
      const { why } = error as Partial<Unreadable> // as the thread has thrown it
      throw why || isLate ? new Unreadable(why ?? 'too-much') : error
    } finally {
      clearTimeout(late)
      if (isLarge) await thread.end()
    }
  }

  /** `bytes` are used up. */
  return async (bytes: Uint8Array<ArrayBuffer>, limits: JsonLimits): Promise<unknown> => {
    if (bytes.length > smallBytes) return serial(() => readThere(bytes, limits))
    return readHere(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits)
  }
}

export type ReadJson = ReturnType<typeof createJsonThread>
