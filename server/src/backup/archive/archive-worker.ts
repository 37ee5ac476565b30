import { serveThread } from '../../platform/thread/serving.ts'
import { pack } from './pack.ts'
import { unpack } from './unpack.ts'

const operations = { pack, unpack }
export type ArchiveOperations = typeof operations
serveThread(operations)
