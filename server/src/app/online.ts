import type { Fleet } from '../fleet/room.ts'
import { createOnlineByInbound } from '../presence/by-inbound.ts'
import type { CoreRooms } from './core-rooms.ts'
import type { Ground } from './ground.ts'

type OnNodes = Pick<Fleet, 'workers' | 'counters'>

/** The union of both lists. Returns the first one itself when the other is empty. */
const union = (here: () => readonly string[], there: () => Iterable<string>) => (): readonly string[] => {
  const others = [...there()]
  return others.length === 0 ? here() : [...new Set([...here(), ...others])]
}

/** Who is online: at the cores of this panel, everywhere, and on which inbound. */
export function createOnline(
  { db, now, bulkReads, leadership }: Ground,
  { presence, elsewhere, live }: CoreRooms,
) {
  let fleet: OnNodes | undefined
  const onlineHere = union(presence.online, elsewhere.online)
  const online = union(onlineHere, () =>
    leadership.leads() ? (fleet?.workers.everyone() ?? []) : elsewhere.onAnyNode(),
  )
  const onlineByInbound = createOnlineByInbound({
    ...{ db, now, scan: bulkReads.scan },
    here: onlineHere,
    tagsOf: live.tagsOf,
    onNode: (node) => fleet?.workers.onlineOn(node) ?? [],
    onlineByTag: (node) => fleet?.workers.onlineByTag(node),
    movedAt: (inbound) => fleet?.counters.movedAt(inbound) ?? 0,
  })
  return {
    onlineHere,
    online,
    onlineByInbound,
    /** From now on the clients on nodes count too. */
    alsoOn: (given: OnNodes) => {
      fleet = given
    },
  }
}

export type Online = ReturnType<typeof createOnline>
