import type { Db } from '../../store/open.ts'

/** Nodes that have, or should have, inbounds or clients of this panel: only these get calls. */
export function createActive(db: Db) {
  /** Undefined until it is read. */
  let known: Set<number> | undefined

  async function nodes(): Promise<ReadonlySet<number>> {
    if (known) return known
    const found = new Set<number>()
    for (const table of ['fleet_log', 'node_inbounds', 'node_client_traffics'] as const) {
      const rows = await db.read.selectFrom(table).select('node_id').distinct().execute()
      for (const { node_id } of rows) found.add(node_id)
    }
    const managed = await db.read
      .selectFrom('inbounds')
      .select('node_id')
      .where('node_id', '>', 0)
      .distinct()
      .execute()
    for (const { node_id } of managed) if (node_id) found.add(node_id)
    known ??= found
    return known
  }

  /** The node has nothing of this panel, should have nothing, and no late call can bring anything back. */
  async function isIdle(node: number): Promise<boolean> {
    const desired = db.read.selectFrom('inbounds').select('id').where('node_id', '=', node)
    if (await desired.limit(1).executeTakeFirst()) return false
    const managed = await db.read
      .selectFrom('node_inbounds')
      .select(['gone_at', 'sent'])
      .where('node_id', '=', node)
      .execute()
    if (managed.some(({ gone_at, sent }) => gone_at === 0 || sent !== '')) return false
    for (const table of ['fleet_log', 'node_client_traffics'] as const) {
      const row = await db.read
        .selectFrom(table)
        .select('node_id')
        .where('node_id', '=', node)
        .executeTakeFirst()
      if (row) return false
    }
    return true
  }

  return {
    nodes,
    isKnown: (node: number): boolean => known?.has(node) ?? false,
    /** Another process may have put something anywhere. */
    forget(): void {
      known = undefined
    },
    add: (node: number): void => void known?.add(node),
    /** True if a backup of the node may bring something back: then it is read once in a while. */
    async mayRest(node: number): Promise<boolean> {
      if (!(await isIdle(node))) return false
      const gone = db.read.selectFrom('node_inbounds').select('node_id').where('node_id', '=', node)
      if (await gone.limit(1).executeTakeFirst()) return true
      known?.delete(node)
      return false
    },
  }
}
