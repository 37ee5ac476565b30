import { statSync } from 'node:fs'
import { Refusal } from '#domain/refusal.ts'
import { LimitReached, startLimited } from '../platform/limited-process/start.ts'
import { workerFile } from '../platform/worker-file.ts'
import { type FileKind, isSqlite } from './kind.ts'
import type { Op, Requests, Source } from './packed.ts'

const megabyte = 1024 * 1024
/** Of the heap: what is here is compared too, so even a small file needs some. A large file may need more than the most. */
const heap = { least: 512, perMegabyte: 16, most: 3_072 }
const time = { leastMs: 60_000, perMegabyteMs: 1_000, mostMs: 600_000 }

export interface SourceReader {
  ask<O extends Op>(op: O, given: Requests[O]['given']): Promise<Requests[O]['result']>
  end(): void
}

const sizeOf = (source: Source): number =>
  source.kind === 'file' ? statSync(source.path).size / megabyte : Number.POSITIVE_INFINITY

const limitsFor = (size: number) => ({
  heapMb: Math.ceil(Math.min(heap.most, heap.least + heap.perMegabyte * size)),
  answerMs: Math.min(time.mostMs, time.leastMs + time.perMegabyteMs * size),
})

function refusalOf(error: unknown): unknown {
  if (!(error instanceof LimitReached)) return error
  return new Refusal(error.limit === 'memory' ? 'source.too-much' : 'source.too-slow')
}

/** Another panel's database in a process of its own, which ends with it. */
export function startReader(source: Source): SourceReader {
  const reader = startLimited(workerFile('move-in-worker', import.meta.url), limitsFor(sizeOf(source)))
  return {
    async ask(op, given) {
      try {
        return (await reader.ask(op, given)) as Requests[typeof op]['result'] // the other end has the same table
      } catch (error) {
        throw refusalOf(error)
      }
    },
    end: reader.end,
  }
}

/**
 * The tables of an unknown file are looked at in such a process too. Never throws for a strange file, and never changes
 * it.
 */
export async function kindOfFile(path: string): Promise<FileKind> {
  if (!(await isSqlite(path).catch(() => false))) return 'not-sqlite'
  const reader = startLimited(workerFile('kind-worker', import.meta.url), { heapMb: 128, answerMs: 60_000 })
  try {
    return (await reader.ask('kind', path)) as FileKind // it answers nothing else
  } catch {
    return 'not-sqlite' // even its schema is too much
  } finally {
    reader.end()
  }
}
