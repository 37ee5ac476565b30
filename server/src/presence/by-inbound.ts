import type { Connections } from '../connections/room.ts'
import type { Base } from '../settings/base-services.ts'
import type { BulkReads } from '../store/bulk-reads/bulk-reads.ts'
import { setsFor } from '../store/sets.ts'
import type { OnlineLists } from './online.ts'

interface Deps extends Pick<Base, 'db' | 'now'> {
  bulkReads: Pick<BulkReads, 'scan'>
  online: Pick<OnlineLists, 'here' | 'nodes'>
  connections: Pick<Connections, 'tagsOf'>
}

interface Attached {
  email: string
  id: number
  tag: string
  node: number | null
  /** Its tag on the node. */
  placed: string | null
}

/** An inbound of a node that moved nothing for this long has nobody online. */
const quietMs = 60_000
/** Several pages may ask at once. */
const keptMs = 2_000

/**
 * How many clients are online on each inbound, not anywhere. The core says who is online, and its access lines on which
 * inbound. A client without such a line counts where it can only be: on its one inbound here. A node of our own kind says
 * how many are on each inbound. Of any other node only who is online is known: a client with several inbounds there
 * counts on those that moved bytes lately.
 */
export function createOnlineByInbound({ db, bulkReads, online, connections, now }: Deps) {
  const { among } = setsFor(db.engine)
  let kept: { at: number; counts: Promise<{ id: number; online: number }[]> } | undefined

  async function count() {
    const atHome = new Set(online.here.emails())
    const onNodes = online.nodes()
    const nodes = await db.read.selectFrom('nodes').select('id').execute()
    const far = new Map(nodes.map(({ id }) => [id, new Set(onNodes?.onlineOn(id))]))
    const everyone = new Set([...atHome, ...[...far.values()].flatMap((emails) => [...emails])])
    if (everyone.size === 0) return []
    const { sql, parameters } = db.read
      .selectFrom('clients as c')
      .innerJoin('client_inbounds as a', 'a.client_id', 'c.id')
      .innerJoin('inbounds as i', 'i.id', 'a.inbound_id')
      .leftJoin('node_inbounds as p', (join) =>
        join.onRef('p.inbound_id', '=', 'i.id').onRef('p.node_id', '=', 'i.node_id'),
      )
      .select(['c.email', 'i.id', 'i.tag', 'i.node_id as node', 'p.tag as placed'])
      .where(among('c.email', [...everyone]))
      .compile()
    const rows = await bulkReads.scan<Attached>(sql, parameters)
    const placeOf = ({ email, node }: Attached) => `${node ?? 0} ${email}`
    const places = new Map<string, number>()
    for (const row of rows) places.set(placeOf(row), (places.get(placeOf(row)) ?? 0) + 1)
    const isOn = (row: Attached): boolean => {
      const isOnly = places.get(placeOf(row)) === 1
      if (row.node !== null)
        return (
          far.get(row.node)?.has(row.email) === true &&
          (isOnly || now() - (onNodes?.movedAt(row.id) ?? 0) < quietMs)
        )
      if (!atHome.has(row.email)) return false
      const tags = connections.tagsOf(row.email)
      return tags.size > 0 ? tags.has(row.tag) : isOnly
    }
    const counts = new Map<number, number>()
    for (const row of rows) {
      const said = row.node === null ? undefined : onNodes?.onlineByTag(row.node)
      if (said) counts.set(row.id, said.get(row.placed ?? '') ?? 0)
      else if (isOn(row)) counts.set(row.id, (counts.get(row.id) ?? 0) + 1)
    }
    for (const [id, count] of counts) if (count === 0) counts.delete(id)
    return [...counts].map(([id, online]) => ({ id, online })).sort((a, b) => a.id - b.id)
  }

  return {
    count,
    /** At most two seconds old. */
    recent() {
      if (kept && now() - kept.at < keptMs) return kept.counts
      kept = { at: now(), counts: count() }
      kept.counts.catch(() => {
        kept = undefined
      })
      return kept.counts
    },
  }
}

export type OnlineByInbound = ReturnType<typeof createOnlineByInbound>
