import { browserChanges } from '../events/changes.ts'
import type { Listener } from '../store/changes/change.ts'
import type { Rooms } from './rooms.ts'

/** Who hears of a change: in its transaction (`inTx`) or after the commit (`after`). */
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
]
