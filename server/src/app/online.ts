import type { Nodes } from '../nodes/room.ts'
import { createOnlineByInbound } from '../presence/by-inbound.ts'
import type { CoreRooms } from './core-rooms.ts'
import type { Ground } from './ground.ts'

/** Who is online here or there; if nobody is there, the same list. */
const union = (here: () => readonly string[], there: () => Iterable<string>) => (): readonly string[] => {
  const others = [...there()]
  return others.length === 0 ? here() : [...new Set([...here(), ...others])]
}

/** Who is online: at the cores of this panel, everywhere, and on which inbound. */
export function createOnline(
  { db, now, bulkReads, leadership }: Ground,
  { presence, elsewhere, live }: CoreRooms,
  nodes: Pick<Nodes, 'fleet' | 'onlineOn' | 'onlineByTag' | 'reports'>,
) {
  const onlineHere = union(presence.online, elsewhere.online)
  const online = union(onlineHere, () =>
    leadership.leads() ? nodes.fleet.everyone() : elsewhere.onAnyNode(),
  )
  const onlineByInbound = createOnlineByInbound({
    ...{ db, now, scan: bulkReads.scan },
    here: onlineHere,
    tagsOf: live.tagsOf,
    onNode: nodes.onlineOn,
    onlineByTag: nodes.onlineByTag,
    movedAt: nodes.reports.movedAt,
  })
  return { onlineHere, online, onlineByInbound }
}
