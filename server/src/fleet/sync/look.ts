import type { Db } from '../../store/open.ts'
import type { Wire } from '../adapters/three-x-ui.ts'
import type { Derive } from './desired.ts'
import type { Placements } from './managed.ts'
import type { Picture } from './state.ts'

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
