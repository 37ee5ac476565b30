import { emailKey } from '#domain/clients/names.ts'
import { identitiesOf } from '#domain/fleet/client-plan.ts'
import type { RemoteClient } from '#domain/fleet/snapshot.ts'
import type { Db } from '../../store/open.ts'
import type { Wire } from '../adapters/three-x-ui.ts'
import { NodeSaidNo } from '../registry/calls.ts'
import type { Placements } from './managed.ts'
import { oursIn, type Picture } from './state.ts'

interface Deps {
  db: Db
  placements: Pick<Placements, 'former'>
  /** Clients on our inbounds that stay the node's own, by email key. */
  guests: (node: number) => Promise<ReadonlySet<string>>
}

interface Stranger extends RemoteClient {
  /** The clients of ours that have its name. */
  taken: number[]
  /** Row ids on the node of our inbounds that it is on. */
  detach: number[]
  isOnlyHere: boolean
}

function strangersIn(whole: Picture): Stranger[] {
  const ours = oursIn(whole)
  const known = new Map<string, { subIds: Set<string>; ids: Set<number> }>()
  const note = (id: number, { email, subId }: { email: string; subId: string }) => {
    const entry = known.get(emailKey(email)) ?? { subIds: new Set(), ids: new Set() }
    entry.subIds.add(subId)
    entry.ids.add(id)
    known.set(emailKey(email), entry)
  }
  for (const [id, placed] of whole.placedClients) for (const one of identitiesOf(placed)) note(id, one)
  for (const [id, { client }] of whole.clients) note(id, client)
  return [...whole.snapshot.clients].flatMap(([key, remote]): Stranger[] => {
    const mine = [...remote.on.keys()].filter((tag) => ours.has(tag))
    const detach = mine.flatMap((tag) => whole.snapshot.inbounds.get(tag)?.id ?? [])
    const same = known.get(key)
    if (detach.length === 0 || same?.subIds.has(remote.subId)) return []
    return [{ ...remote, taken: [...(same?.ids ?? [])], detach, isOnlyHere: mine.length === remote.on.size }]
  })
}

/**
 * The clients of our inbounds are ours to say: somebody whom a late call, a backup of the node or the node itself
 * attached to one is taken off it. He stays on the node, unless he was put there from here and his name belongs to
 * another client by now: then he is deleted, for the node has one client of a name.
 */
export function createStrangers({ db, placements, guests }: Deps) {
  /** Returns how many there were, and the clients whose names are free now. */
  return async function takeOff(node: number, wire: Pick<Wire, 'client'>, whole: Picture) {
    const staying = await guests(node)
    const strangers = strangersIn(whole).filter(({ email }) => !staying.has(emailKey(email)))
    const former = strangers.some(({ taken }) => taken.length > 0)
      ? await placements.former(db.read, node)
      : new Set<string>()
    const freed: number[] = []
    for (const { email, subId, taken, detach, isOnlyHere } of strangers) {
      const isOurs = taken.length > 0 && isOnlyHere && former.has(`${emailKey(email)} ${subId}`)
      await wire.client(isOurs ? { remove: [email] } : { name: email, detach }).catch((error: unknown) => {
        if (!(error instanceof NodeSaidNo)) throw error
      })
      freed.push(...taken)
    }
    return { count: strangers.length, freed }
  }
}
