import type { Database } from '../../platform/config.ts'
import { readTables, shapeOfSource } from './copy-tables.ts'
import { openSource } from './open-source.ts'
import type { TableSum } from './report.ts'

/** Row counts and checksums of a database that is only read, in the order in which tables are copied. */
export async function tableSums(database: Database): Promise<TableSum[]> {
  const source = await openSource(database)
  try {
    return await readTables(source, await shapeOfSource(source), () => {})
  } finally {
    await source.close()
  }
}
