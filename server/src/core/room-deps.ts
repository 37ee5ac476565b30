import type { Block } from '#contract/inbound.ts'
import type { Settings } from '#contract/settings.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import type { Notify } from '#domain/notices.ts'
import type { Config } from '../config.ts'
import type { Lists } from '../platform/bulk-reads/lists.ts'
import type { Commit } from '../platform/changes/commit.ts'
import type { Db } from '../platform/db/open.ts'
import type { Outbound } from '../platform/egress/safe-fetch.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Log } from '../platform/log.ts'
import type { OnEnding } from './process/last-reading.ts'
import type { WhyNot } from './reconcile/not-open.ts'
import type { CoreState } from './state-words.ts'

export interface CoreEvents {
  state(status: CoreState): void
  notify: Notify
  /** The state of an inbound is another one. */
  inbounds(): void
  /** Users that nobody waits for began to queue up for the core, or all of them have been sent. */
  backlog(): void
}

export interface CoreDeps {
  config: Config
  env: NodeJS.ProcessEnv
  db: Db
  commit: Commit
  lists: Lists
  settings: {
    fresh(): Promise<Settings>
    current(): Settings
    set(values: Partial<Settings>, actor: Actor): Promise<void>
  }
  outbound: Outbound
  events: CoreEvents
  log: Log
  now: () => number
  /** The template with the outbounds that subscriptions bring. */
  complete: (template: Block) => Promise<Block>
  /** A template with which nobody reaches the panel through the core. */
  guard: (template: Block) => Block
  /** Whether sessions of this core could be ended: an orphan is taken over only then (R44). */
  canCut: (pid: number) => Promise<boolean>
  /** A core runs and is talked to. */
  onConnected: () => void
  /** Ends the open sessions of a client on these inbounds. */
  cut: (email: string, tags: readonly string[]) => Promise<void>
  endInbound: (gone: SectionSource) => Promise<void>
  /** The panel is about to end this core, or one that outlived its panel: the last moment to read its counters. */
  onEnding: OnEnding
  whyNot: WhyNot
}
