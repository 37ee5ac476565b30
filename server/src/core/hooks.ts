import type { Block } from '#contract/inbound.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import type { Notify } from '#domain/notices.ts'
import type { Config } from '../platform/config.ts'
import type { Base } from '../settings/base-services.ts'
import type { SettingsRoom } from '../settings/service.ts'
import type { CoreApi } from './api/client.ts'
import type { sift } from './binary/sift.ts'
import type { CoreState } from './state-words.ts'

/** What rooms on higher floors do for the core. */
export interface CoreHooks {
  /** The template with the outbounds from subscriptions. */
  complete(template: Block): Promise<Block>
  /** Whether connections of this core could be ended: an orphan is adopted only then (R44). */
  canCut(pid: number): Promise<boolean>
  /** A core is running and connected. */
  connected(): void
  /** Ends the open connections of a client on these inbounds. */
  cut(email: string, tags: readonly string[]): Promise<void>
  endInbound(gone: SectionSource): Promise<void>
  /** The panel is about to end this core, or an orphan: the last chance to read its counters. */
  ending(api: CoreApi, startId: string): Promise<void>
  /** Builds and uses each outbound once in a core of another version. */
  tryOutbounds(binary: string, outbounds: readonly Block[]): ReturnType<typeof sift<Block>>
  /** The ports of the panel itself: proxy users must not reach them through the core. */
  ownPorts(): readonly { port: number }[]
}

/** Does nothing until a room attaches itself, before the core is started. */
export const noHooks = (): CoreHooks => ({
  complete: async (template) => template,
  canCut: async () => false,
  connected: () => {},
  cut: async () => {},
  endInbound: async () => {},
  ending: async () => {},
  tryOutbounds: async (_, outbounds) => ({ kept: [...outbounds], refused: [] }),
  ownPorts: () => [],
})

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
