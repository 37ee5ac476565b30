import type { Delta, PlaceDelta } from '#domain/traffic/delta.ts'
import { clientDeltas, nodeTraffics, tagTraffics } from './frames.ts'
import type { Inform } from './inform.ts'
import type { TrafficDeps } from './room.ts'
import { mostRows, type Stats } from './stats.ts'

interface Deps extends Pick<TrafficDeps, 'hub' | 'outbounds' | 'online'> {
  stats: Stats
  inform: Inform
}

/** What browsers and the external receiver get of a tick: only what changed (R47). */
export function createTelling({ hub, stats, inform, outbounds, online }: Deps) {
  hub.onConnect('client_stats', stats.snapshot)

  async function tellTotals(deltas: readonly Delta[], onNodes: readonly string[]): Promise<void> {
    const names = (kind: Delta['kind']) => deltas.filter((d) => d.kind === kind).map((d) => d.name)
    const emails = names('client')
    if (emails.length > mostRows) hub.publish('invalidate', { type: 'client_stats' })
    const inbounds = await stats.inbounds([...names('inbound'), ...onNodes])
    const clients = emails.length > mostRows ? [] : await stats.clients(emails)
    if (clients.length + inbounds.length > 0) hub.publish('client_stats', { clients, inbounds })
    if (names('outbound').length > 0) hub.publish('outbounds', await outbounds.list())
  }

  /** `places`: where nodes counted bytes that are in `deltas` by client. */
  return async function tell(
    deltas: readonly Delta[],
    places: readonly PlaceDelta[],
    at: number,
  ): Promise<void> {
    if (hub.count() === 0 && !inform.isOn()) return
    inform.tell(deltas)
    if (hub.count() === 0) return
    const far = nodeTraffics(places)
    const clientTraffics = clientDeltas(deltas)
    const few = clientTraffics.length <= mostRows ? clientTraffics : []
    hub.publish('traffic', {
      traffics: [...tagTraffics(deltas), ...far],
      clientTraffics: few,
      onlineClients: online.everywhere.emails(),
      lastOnlineMap: Object.fromEntries(few.map((c) => [c.email, at])),
    })
    const onNodes = far.map(({ Tag }) => Tag)
    if (deltas.length + far.length > 0) await tellTotals(deltas, onNodes)
  }
}
