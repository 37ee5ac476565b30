import type { ClientRoom } from '../clients/room.ts'
import type { Core } from '../core/room.ts'
import { createInboundMetering } from '../inbounds/metering.ts'
import type { Outbounds } from '../outbounds/room.ts'
import type { Sessions } from '../sessions/room.ts'
import { createTraffic, type Traffic, type TrafficDeps } from '../traffic/room.ts'

/** What a test puts in the core's place. */
export type Metering = Partial<Pick<TrafficDeps, 'core' | 'live' | 'monotonic'>>

type Shared = Pick<
  TrafficDeps,
  'db' | 'now' | 'log' | 'publish' | 'hub' | 'outbound' | 'settings' | 'online' | 'record'
>

interface Rooms {
  core: Core
  clientRoom: ClientRoom
  outbounds: Outbounds
  live: Sessions
}

/** The ledger between the core that counts, the rooms that keep the sums, and the kernel that knows first. */
export function createMetering(
  shared: Shared,
  { core, clientRoom, outbounds, live }: Rooms,
  given: Metering = {},
): Traffic {
  const traffic: Traffic = createTraffic({
    ...shared,
    core,
    clients: clientRoom.metering,
    inbounds: createInboundMetering(shared.db),
    outbounds: outbounds.traffic,
    live: live.liveBytes((email) => traffic.counted(email)),
    ...given,
  })
  return traffic
}
