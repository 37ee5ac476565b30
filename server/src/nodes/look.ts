import type { Db } from '../store/open.ts'
import type { Derive } from './derive.ts'
import type { Picture } from './pass.ts'
import type { Placements } from './placements.ts'
import type { Wire } from './wire.ts'

interface Deps {
  db: Db
  derive: Derive
  placements: Placements
}

/** One look at a node beside what it should be. `clientIds` limits it to some clients. */
export function createLook({ db, derive, placements }: Deps) {
  return async function look(node: number, wire: Wire, clientIds?: readonly number[]): Promise<Picture> {
    const snapshot = await wire.snapshot()
    const wantedInbounds = await derive.inbounds(db.read, node)
    return {
      snapshot,
      wantedInbounds,
      placedInbounds: await placements.inbounds(db.read, node),
      clients: await derive.clients(db.read, node, wantedInbounds, clientIds),
      placedClients: await placements.clients(db.read, node, clientIds),
    }
  }
}

export type Look = ReturnType<typeof createLook>
