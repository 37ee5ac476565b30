import type { Listener } from '../platform/changes/change.ts'
import { tellListeners } from '../platform/changes/commit.ts'
import type { Hearing } from '../platform/instance/neighbours.ts'
import type { Rooms } from './rooms.ts'

type Concerned = Pick<
  Rooms,
  | 'settings'
  | 'core'
  | 'hub'
  | 'nodes'
  | 'history'
  | 'traffic'
  | 'elsewhere'
  | 'subscriptions'
  | 'presence'
  | 'log'
>

/** What browsers show: after a gap they read all of it again. */
const shown = ['settings', 'inbounds', 'clients', 'outbounds', 'plans', 'nodes', 'client_stats'] as const

/** What this panel does about writes of other instances on the same PostgreSQL (ADR 103). */
export function createHearing(rooms: Concerned, listeners: readonly Listener[]): Hearing {
  const { settings, core, hub, nodes, history, traffic, elsewhere, subscriptions, presence, log } = rooms

  /** The core is compared with the database; this takes as long as it takes. */
  function checkCore(): void {
    void core.verify.run().catch((error: unknown) => log.warn({ err: error }, 'failed to check the core'))
  }

  return {
    async hear({ change, partly }) {
      if (change.kind === 'settings-saved') await settings.fresh() // listeners read it
      await tellListeners(listeners, change, log)
      if (!partly) return
      presence.forgetNames()
      checkCore()
    },
    async refresh() {
      await settings.fresh()
      subscriptions.forget()
      presence.forgetNames()
      nodes.refresh()
      elsewhere.forget()
      for (const type of shown) hub.publish('invalidate', { type })
      checkCore()
    },
    drop(names) {
      nodes.drop()
      if (!names) return
      history.dropNames()
      traffic.dropNames()
    },
    look: elsewhere.look,
  }
}
