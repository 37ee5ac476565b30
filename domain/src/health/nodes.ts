import type { Coded } from '#contract/coded.ts'
import type { NodeNeed } from '#contract/node.ts'
import { coded } from '#domain/refusal.ts'
import { type Check, check, fix, page } from './check.ts'

export interface NodesFacts {
  /** Enabled nodes that answered or failed to; one that was not asked yet is not among them. */
  asked: number
  needs: readonly (Pick<NodeNeed, 'id' | 'name'> & { coded: Coded; reasonCoded?: Coded | undefined })[]
}

/** What the fleet says that a node needs. Undefined: another instance asks the nodes. */
export function judgeNodes(facts: NodesFacts | undefined): Check[] {
  if (!facts) return []
  const { asked, needs } = facts
  const found = needs.map(({ id, name, coded: what, reasonCoded: reason }) => {
    const to = page(`panel/nodes?n=${id}`)
    const { code } = what
    return check(
      `nodes.node-${id}-${code.replace(/^node-need\./, '')}`,
      code === 'node-need.odd' ? 'warn' : 'bad',
      reason ? coded('health.node-because', { what, reason }) : what,
      code === 'node-need.refused' || code === 'node-need.behind' ? fix('node', to, String(id)) : to,
      { kind: 'node', id: String(id), name },
    )
  })
  const count = asked - new Set(needs.map(({ id }) => id)).size
  return count > 0 ? [...found, check('nodes', 'ok', coded('health.nodes-well', { count }))] : found
}
