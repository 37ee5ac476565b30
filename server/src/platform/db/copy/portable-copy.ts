import type { Db } from '../open.ts'
import type { OnProgress } from './report.ts'

/**
 * The content of an open database as one SQLite file, complete and on the disk when the promise resolves, while writes
 * go on: of one moment, from either engine. `file` must not exist; it is made with mode 0600, and deleted on failure.
 */
export async function portableCopy(
  _db: Pick<Db, 'bulk'>,
  _file: string,
  _onProgress?: OnProgress,
): Promise<void> {
  throw new Error('not built yet')
}
