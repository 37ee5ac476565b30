import type { RequestListener } from 'node:http'
import type { EndpointSpec } from '#contract/wire.ts'
import type { Core } from '../core/room.ts'
import type { Handler } from '../platform/http/mount.ts'

/** What the panel of a demo does in another way; the room `demo` provides it. */
export interface Demo {
  /** Stands in for the core. */
  core(core: Core, now: () => number): Core
  /** Keeps other addresses from writing. */
  guarded<E extends EndpointSpec>(endpoint: E, handler: Handler<E>): Handler<E>
  /** The same for the port of subscriptions. */
  guardedPosts(listener: RequestListener): RequestListener
}
