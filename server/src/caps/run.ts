import type { Base } from '../settings/base-services.ts'
import type { Tx } from '../store/open.ts'
import type { Run } from '../traffic/history/place-days.ts'

/** In a transaction. */
export const within =
  (tx: Tx): Run =>
  async (statement) =>
    (await statement.execute(tx)).rows

/** On a thread: sums over a thousand nodes or a hundred thousand clients must not hold up the event loop. */
export const createScan =
  ({ db, bulkReads }: Pick<Base, 'db' | 'bulkReads'>): Run =>
  async (statement) => {
    const { sql, parameters } = statement.compile(db.read)
    return bulkReads.scan(sql, parameters)
  }
