import type { Clock } from '../platform/clock.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Timers } from '../platform/jobs/timers.ts'
import type { Log } from '../platform/log.ts'
import type { BulkReads } from './bulk-reads/bulk-reads.ts'
import type { Commit } from './changes/commit.ts'
import type { Db } from './open.ts'

interface BaseServices extends Clock {
  db: Db
  bulkReads: BulkReads
  commit: Commit
  egress: Egress
  timers: Timers
  log: Log
}

/** The base services that a room depends on, by name. */
export type Base<Name extends keyof BaseServices> = Pick<BaseServices, Name>
