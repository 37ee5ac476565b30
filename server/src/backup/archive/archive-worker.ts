import { parentPort } from 'node:worker_threads'
import { Refusal } from '#domain/refusal.ts'
import { type PackRequest, pack } from './pack.ts'
import { type Unpacked, type UnpackRequest, unpack } from './unpack.ts'

export type ArchiveRequest = PackRequest | UnpackRequest
export type ArchiveReply =
  | { packed: { bytes: number } }
  | { unpacked: Unpacked }
  | { refused: { code: string; params: Refusal['params']; field: string | undefined } }
  | { failed: { message: string; code: string | undefined } }

async function answer(request: ArchiveRequest): Promise<ArchiveReply> {
  try {
    return request.op === 'pack' ? { packed: await pack(request) } : { unpacked: await unpack(request) }
  } catch (error) {
    if (error instanceof Refusal)
      return { refused: { code: error.code, params: error.params, field: error.field } }
    const { message, code } = error as Error & { code?: string } // whatever it is, its words are logged
    return { failed: { message: String(message), code } }
  }
}

// archive-thread.ts sends nothing else
parentPort?.on('message', async ({ id, request }: { id: number; request: ArchiveRequest }) =>
  parentPort?.postMessage({ id, reply: await answer(request) }),
)
