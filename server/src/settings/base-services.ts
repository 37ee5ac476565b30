import type { Notify } from '#domain/notices.ts'
import type { Leadership } from '../instance/leadership.ts'
import type { Clock } from '../platform/clock.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Timers } from '../platform/jobs/timers.ts'
import type { Log } from '../platform/log.ts'
import type { BulkReads } from '../store/bulk-reads/bulk-reads.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db } from '../store/open.ts'
import type { SettingsReader } from './service.ts'

/** What most rooms are given. Each part of a room picks what it uses, and adds the rooms that it calls. */
export interface Base extends Clock {
  db: Db
  bulkReads: BulkReads
  commit: Commit
  log: Log
  timers: Timers
  egress: Egress
  settings: SettingsReader
  leadership: Leadership
  /** Tells the operator, in the browser and by the channels that are set up. */
  notify: Notify
}
