import { createThread } from '../../platform/thread/thread.ts'
import { explained } from '../disk-full.ts'
import type { ArchiveOperations } from './archive-worker.ts'
import type { PackRequest } from './pack.ts'
import type { Unpacked, UnpackRequest } from './unpack.ts'

/**
 * Compression, encryption and checks take seconds of computing: in a thread, the panel goes on answering. A comparison
 * is often followed by a restore, so it stays for a while.
 */
const thread = createThread<ArchiveOperations>({
  ...{ name: 'archive-worker', from: import.meta.url, idleMs: 5_000 },
})

const explain = (error: unknown): never => {
  throw explained(error)
}

export const packArchive = (request: PackRequest): Promise<{ bytes: number }> =>
  thread.ask('pack', request).catch(explain)

export const unpackArchive = (request: UnpackRequest): Promise<Unpacked> =>
  thread.ask('unpack', request).catch(explain)

/** Facts that the database in an archive does not hold. */
export const originOf = ({ manifest, panelVersion }: Unpacked) => ({
  engine: manifest?.engine ?? ('sqlite' as const),
  madeAt: manifest?.madeAt ?? 0,
  panelVersion,
})
