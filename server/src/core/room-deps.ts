import type { Notify } from '#domain/notices.ts'
import type { Config } from '../platform/config.ts'
import type { Base } from '../settings/base-services.ts'
import type { SettingsRoom } from '../settings/service.ts'
import type { CoreState } from './state-words.ts'

export interface CoreEvents {
  state(status: CoreState): void
  notify: Notify
  /** The state of an inbound changed. */
  inbounds(): void
  /** The backlog of users began, or was sent completely. */
  backlog(): void
}

export interface CoreDeps extends Pick<Base, 'db' | 'bulkReads' | 'commit' | 'egress' | 'log' | 'now'> {
  config: Config
  env: NodeJS.ProcessEnv
  settings: Pick<SettingsRoom, 'current' | 'fresh' | 'set'>
  events: CoreEvents
}
