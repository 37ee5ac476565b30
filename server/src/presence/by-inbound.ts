import type { Db } from '../platform/db/open.ts'
import { setsFor } from '../platform/db/sets.ts'

interface Deps {
  db: Db
  /** Off the event loop: thousands may be online. */
  scan<T>(sql: string, parameters: readonly unknown[]): Promise<T[]>
  /** Clients at the core of this panel. */
  here(): readonly string[]
  /** Tags of the inbounds on which a client has a connection now, by the core's access lines. */
  tagsOf(email: string): ReadonlySet<string>
  /** Clients at a node. */
  onNode(node: number): readonly string[]
  now(): number
}

interface Attached {
  email: string
  id: number
  tag: string
  node: number | null
}

/** Several pages may ask at once. */
const keptMs = 2_000

/**
 * How many clients are online on each inbound, not anywhere. The core says who is online, and its access lines on which
 * inbound. A client without such a line counts where it can only be: on its one inbound here. A node says who is online
 * at it; its inbounds share that.
 */
export function createOnlineByInbound({ db, scan, here, tagsOf, onNode, now }: Deps) {
  const { among } = setsFor(db.engine)
  let kept: { at: number; counts: Promise<{ id: number; online: number }[]> } | undefined

  async function count() {
    const atHome = new Set(here())
    const nodes = await db.read.selectFrom('nodes').select('id').execute()
    const far = new Map(nodes.map(({ id }) => [id, new Set(onNode(id))]))
    const everyone = new Set([...atHome, ...[...far.values()].flatMap((emails) => [...emails])])
    if (everyone.size === 0) return []
    const { sql, parameters } = db.read
      .selectFrom('clients as c')
      .innerJoin('client_inbounds as a', 'a.client_id', 'c.id')
      .innerJoin('inbounds as i', 'i.id', 'a.inbound_id')
      .select(['c.email', 'i.id', 'i.tag', 'i.node_id as node'])
      .where(among('c.email', [...everyone]))
      .compile()
    const rows = await scan<Attached>(sql, parameters)
    const places = new Map<string, number>()
    for (const { email, node } of rows) if (node === null) places.set(email, (places.get(email) ?? 0) + 1)
    const isOn = ({ email, tag, node }: Attached) => {
      if (node !== null) return far.get(node)?.has(email) ?? false
      if (!atHome.has(email)) return false
      const tags = tagsOf(email)
      return tags.size > 0 ? tags.has(tag) : places.get(email) === 1
    }
    const counts = new Map<number, number>()
    for (const row of rows) if (isOn(row)) counts.set(row.id, (counts.get(row.id) ?? 0) + 1)
    return [...counts].map(([id, online]) => ({ id, online })).sort((a, b) => a.id - b.id)
  }

  return function online() {
    if (kept && now() - kept.at < keptMs) return kept.counts
    kept = { at: now(), counts: count() }
    kept.counts.catch(() => {
      kept = undefined
    })
    return kept.counts
  }
}
