import { serveThread } from '../../thread/serving.ts'
import { type JsonLimits, readJson } from './read.ts'

/** Reads large answers. */
const operations = {
  read: ({ buffer, byteOffset, byteLength }: Uint8Array, limits: JsonLimits) =>
    readJson(Buffer.from(buffer, byteOffset, byteLength), limits),
}
export type JsonOperations = typeof operations
serveThread(operations)
