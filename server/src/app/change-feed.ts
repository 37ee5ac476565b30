import { browserChanges } from '../events/changes.ts'
import type { OnRemoteChange } from '../instance/neighbours.ts'
import type { Listener } from '../store/changes/change.ts'
import { tellListeners } from '../store/changes/commit.ts'
import type { Rooms } from './rooms.ts'

/** What browsers show: after a gap they read all of it again. */
const shown = [
  'settings',
  'certificates',
  'inbounds',
  'clients',
  'outbounds',
  'plans',
  'nodes',
  'client_stats',
  'health',
] as const

/** What this panel does about writes of other instances on the same PostgreSQL (ADR 103). */
export function createChangeFeed(rooms: Rooms, listeners: readonly Listener[]): OnRemoteChange {
  const { settings, fleet, hub, otherInstances, presence, log } = rooms

  /** The core is compared with the database; this takes as long as it takes. */
  function checkCore(): void {
    void rooms.core.verify
      .run()
      .catch((error: unknown) => log.warn({ err: error }, 'failed to check the core'))
  }

  let rounds = 0
  /** Every five seconds: what the others do without telling, because it happens in every tick. */
  function catchUp(): void {
    rounds = (rounds + 1) % 5
    if (rounds !== 0) return
    if (!rooms.leadership.leads()) fleet.follow()
    if (otherInstances.online().length > 0) hub.publish('invalidate', { type: 'client_stats' })
  }

  return {
    async apply({ change, partly }) {
      if (change.kind === 'settings-saved') await settings.fresh() // listeners read it
      await tellListeners(listeners, change, log)
      if (!partly) return
      presence.forgetNames()
      checkCore()
    },
    async refresh() {
      await settings.fresh()
      rooms.subscriptions.forget()
      presence.forgetNames()
      fleet.refresh()
      rooms.notices.refresh()
      otherInstances.forget()
      rooms.acme.refresh()
      for (const type of shown) hub.publish('invalidate', { type })
      checkCore()
    },
    drop(names) {
      fleet.drop()
      if (!names) return
      rooms.history.dropNames()
      rooms.traffic.dropNames()
    },
    async readOthers() {
      await otherInstances.read()
      catchUp()
    },
  }
}

/** Who is told of a change: in its transaction (`inTx`) or after the commit (`after`). */
export const listenersOf = (rooms: Rooms): Listener[] => [
  { name: 'certificates', after: rooms.acme.onChange },
  { name: 'history', inTx: rooms.history.inTx },
  { name: 'fleet', inTx: rooms.fleet.inTx, after: rooms.fleet.onChange },
  { name: 'self', after: rooms.self.onChange },
  { name: 'notices', after: rooms.notices.onChange },
  { name: 'core', after: rooms.core.onChange },
  { name: 'speeds', after: rooms.live.onChange },
  { name: 'browsers', after: browserChanges(rooms.hub) },
  { name: 'presence', after: rooms.presence.onChange },
  { name: 'subscriptions', after: rooms.subscriptions.onChange },
  { name: 'serving', after: rooms.server.onChange },
  { name: 'telegram', after: rooms.telegram.onChange },
  { name: 'doctor', after: rooms.doctor.onChange },
]
