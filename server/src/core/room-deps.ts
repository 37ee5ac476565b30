import type { Notify } from '#domain/notices.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Log } from '../platform/log.ts'
import type { SettingsRoom } from '../settings/service.ts'
import type { BulkReads } from '../store/bulk-reads/bulk-reads.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db } from '../store/open.ts'
import type { CoreState } from './state-words.ts'

export interface CoreEvents {
  state(status: CoreState): void
  notify: Notify
  /** The state of an inbound changed. */
  inbounds(): void
  /** The backlog of users began, or was sent completely. */
  backlog(): void
}

export interface CoreDeps extends Clock {
  config: Config
  env: NodeJS.ProcessEnv
  db: Db
  commit: Commit
  bulkReads: BulkReads
  settings: Pick<SettingsRoom, 'current' | 'fresh' | 'set'>
  egress: Egress
  events: CoreEvents
  log: Log
}
