import type { Change } from '../store/changes/change.ts'
import type { Hub } from './hub.ts'

/** Tells browsers about a change, and closes sockets of sessions that it ended. */
export const browserChanges = (hub: Hub) => (change: Change) => {
  switch (change.kind) {
    case 'settings-saved':
      hub.publish('invalidate', { type: 'settings' })
      if (change.keys.includes('xrayTemplateConfig')) hub.publish('invalidate', { type: 'outbounds' })
      return
    case 'clients-changed':
      hub.publish('invalidate', { type: 'clients' })
      return
    case 'inbounds-changed':
      hub.publish('invalidate', { type: 'inbounds' })
      hub.publish('invalidate', { type: 'clients' }) // attachments changed too
      return
    case 'outbound-subs-changed':
      hub.publish('invalidate', { type: 'outbounds' })
      return
    case 'hosts-changed':
      hub.publish('invalidate', { type: 'inbounds' })
      return
    case 'plans-changed':
      hub.publish('invalidate', { type: 'plans' })
      return
    case 'findings-changed':
      hub.publish('invalidate', { type: 'health' })
      return
    case 'certificates-changed':
      hub.publish('invalidate', { type: 'certificates' })
      return
    case 'nodes-changed':
      hub.publish('invalidate', { type: 'nodes' })
      return
    case 'old-subscriptions-changed':
    case 'node-availability-changed':
    case 'entry-health-changed':
    case 'nodes-reported':
      return // no page shows them
    case 'credentials-changed':
      hub.closeSessions(({ userId }) => change.userId === undefined || userId === change.userId)
      return
    case 'session-ended':
      hub.closeSessions(({ sessionId }) => sessionId === change.sessionId)
      return
  }
}
