import type { Block } from '#contract/inbound.ts'
import type { Settings } from '#contract/settings.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import type { Notify } from '#domain/notices.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Log } from '../platform/log.ts'
import type { BulkReads } from '../store/bulk-reads/bulk-reads.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db } from '../store/open.ts'
import type { OnEnding } from './process/last-reading.ts'
import type { WhyNot, WhyNotAt } from './reconcile/not-open.ts'
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
  settings: {
    fresh(): Promise<Settings>
    current(): Settings
    set(values: Partial<Settings>, actor: Actor): Promise<void>
  }
  egress: Egress
  events: CoreEvents
  log: Log
  /** The template with the outbounds from subscriptions. */
  complete: (template: Block) => Promise<Block>
  /** Adds rules that keep proxy users from reaching the panel through the core. */
  guard: (template: Block) => Block
  /** Whether connections of this core could be ended: an orphan is adopted only then (R44). */
  canCut: (pid: number) => Promise<boolean>
  /** A core is running and connected. */
  onConnected: () => void
  /** Ends the open connections of a client on these inbounds. */
  cut: (email: string, tags: readonly string[]) => Promise<void>
  endInbound: (gone: SectionSource) => Promise<void>
  /** The panel is about to end this core, or an orphan: the last chance to read its counters. */
  onEnding: OnEnding
  whyNot: WhyNot
  whyNotAt: WhyNotAt
}
