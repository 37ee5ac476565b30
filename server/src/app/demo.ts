import type { RequestListener } from 'node:http'
import type { EndpointSpec } from '#contract/wire.ts'
import type { EntryOutcome } from '#domain/entries/state.ts'
import type { Core } from '../core/room.ts'
import type { Target } from '../entries/round.ts'
import type { Handler } from '../platform/http/mount.ts'
import type { ProbesRoom } from '../probes/room.ts'

/** What the panel of a demo does in another way; the room `demo` provides it. */
export interface Demo {
  /** Stands in for the core. */
  core(core: Core, now: () => number): Core
  /** What a hidden client found at each entry. */
  round(targets: readonly Target[], now: number): EntryOutcome[]
  /** Takes the room that the probes of the demo report to. */
  probes?(room: ProbesRoom): void
  /** Keeps other addresses from writing. */
  guarded<E extends EndpointSpec>(endpoint: E, handler: Handler<E>): Handler<E>
  /** The same for the port of subscriptions. */
  guardedPosts(listener: RequestListener): RequestListener
}
