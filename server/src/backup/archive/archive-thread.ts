import { Worker } from 'node:worker_threads'
import { Refusal } from '#domain/refusal.ts'
import { workerFile } from '../../platform/worker-file.ts'
import { explained } from '../disk-full.ts'
import type { ArchiveReply, ArchiveRequest } from './archive-worker.ts'
import type { PackRequest } from './pack.ts'
import type { Unpacked, UnpackRequest } from './unpack.ts'

/** A comparison is often followed by a restore. An idle thread costs memory. */
const idleMs = 5_000

let worker: Worker | undefined
let idle: NodeJS.Timeout | undefined
const waiting = new Map<number, { resolve: (reply: ArchiveReply) => void; reject: (error: Error) => void }>()
let lastId = 0

function started(): Worker {
  if (worker) return worker
  const made = new Worker(workerFile('archive-worker', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  })
  made.unref()
  const fail = (error: Error) => {
    if (worker === made) worker = undefined
    for (const call of waiting.values()) call.reject(error)
    waiting.clear()
  }
  made.on('message', ({ id, reply }: { id: number; reply: ArchiveReply }) => {
    waiting.get(id)?.resolve(reply)
    waiting.delete(id)
  })
  made.on('error', fail)
  made.on('exit', () => worker === made && fail(new Error('the archive thread has ended')))
  worker = made
  return made
}

function rest(): void {
  clearTimeout(idle)
  if (waiting.size > 0) return
  worker?.unref()
  idle = setTimeout(() => {
    const done = worker
    worker = undefined
    void done?.terminate()
  }, idleMs).unref()
}

/** Compression, encryption and checks take seconds of computing: in a thread, the panel goes on answering. */
function ask(request: ArchiveRequest): Promise<ArchiveReply> {
  clearTimeout(idle)
  const thread = started()
  const id = ++lastId
  thread.ref() // the command line waits for it
  return new Promise<ArchiveReply>((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    thread.postMessage({ id, request })
  }).finally(rest)
}

function thrown(reply: ArchiveReply): unknown {
  if ('refused' in reply) return Refusal.of(reply.refused, reply.refused.field)
  if ('failed' in reply)
    return explained(Object.assign(new Error(reply.failed.message), { code: reply.failed.code }))
  return new Error('the archive thread answered something else')
}

export async function packArchive(request: Omit<PackRequest, 'op'>): Promise<{ bytes: number }> {
  const reply = await ask({ op: 'pack', ...request })
  if ('packed' in reply) return reply.packed
  throw thrown(reply)
}

export async function unpackArchive(request: Omit<UnpackRequest, 'op'>): Promise<Unpacked> {
  const reply = await ask({ op: 'unpack', ...request })
  if ('unpacked' in reply) return reply.unpacked
  throw thrown(reply)
}
