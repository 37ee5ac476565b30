import { serveThread } from '../platform/thread/serving.ts'
import { readFlaws } from './integrity.ts'

const operations = { flaws: readFlaws }
export type IntegrityOperations = typeof operations
serveThread(operations)
