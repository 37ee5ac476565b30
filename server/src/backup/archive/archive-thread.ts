import { Worker } from 'node:worker_threads'
import { Refusal } from '#domain/refusal.ts'
import type { ArchiveReply, ArchiveRequest } from './archive-worker.ts'
import type { PackRequest } from './pack.ts'
import type { Unpacked, UnpackRequest } from './unpack.ts'

const workerFile = import.meta.url.endsWith('.ts') ? './archive-worker.ts' : './archive-worker.js'

/** One thread per archive, ended with it. */
function ask(request: ArchiveRequest): Promise<ArchiveReply> {
  const worker = new Worker(new URL(workerFile, import.meta.url), {
    workerData: request,
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  })
  return new Promise<ArchiveReply>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the archive thread has ended')))
  }).finally(() => void worker.terminate())
}

function thrown(reply: ArchiveReply): Error {
  if ('refused' in reply) return Refusal.of(reply.refused, reply.refused.field)
  if ('failed' in reply) return Object.assign(new Error(reply.failed.message), { code: reply.failed.code })
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
