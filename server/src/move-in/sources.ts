import { Refusal } from '#domain/refusal.ts'
import { createSerial } from '../platform/db/serial.ts'
import type { Surroundings } from './arrivals.ts'
import { type SourceReader, startReader } from './source-reader.ts'
import type { Staged } from './staged.ts'

/** A person reads the plan for a while and then applies it: within this time the source is not read again. */
const idleMs = 60_000

interface Open {
  reader: SourceReader
  ready: Promise<unknown>
  /** The reader holds one plan at a time. */
  serial: ReturnType<typeof createSerial>
  idle?: NodeJS.Timeout
}

/** Staged sources that have been read, each in a process of its own. */
export function createSources(around: () => Surroundings) {
  const all = new Map<string, Open>()

  function close(id: string): void {
    const open = all.get(id)
    all.delete(id)
    clearTimeout(open?.idle)
    open?.reader.end()
  }

  function opened({ id, source, given }: Staged): Open {
    const known = all.get(id)
    if (known) return known
    const reader = startReader(source)
    const ready = reader.ask('open', { source, given, around: around() })
    ready.catch(() => {}) // thrown to whoever uses it
    const open: Open = { reader, ready, serial: createSerial() }
    all.set(id, open)
    return open
  }

  return {
    async use<T>(staged: Staged, work: (reader: SourceReader) => Promise<T>): Promise<T> {
      const open = opened(staged)
      clearTimeout(open.idle)
      try {
        return await open.serial(async () => {
          await open.ready
          return work(open.reader)
        })
      } catch (error) {
        // A sentence about the plan leaves the source readable; anything else may have ended the reader.
        if (!(error instanceof Refusal) || !error.code.startsWith('move-in.')) close(staged.id)
        throw error
      } finally {
        clearTimeout(open.idle)
        open.idle = setTimeout(close, idleMs, staged.id).unref()
      }
    },
    close,
  }
}
