import type { NodeCores, PlannedNode, UpdatedNode } from '#contract/node-cores-api.ts'
import { compareVersions } from '../core-config/core-version.ts'

type Update = Pick<NodeCores, 'nodes' | 'stopping'>

const isOver = ({ state }: UpdatedNode): boolean => state !== 'waiting' && state !== 'running'

/** The node whose turn it is: the one that was begun, or else the next. Undefined when the update has ended. */
export function turnOf({ nodes, stopping }: Update): UpdatedNode | undefined {
  const begun = nodes.find(({ state }) => state === 'running')
  if (begun) return begun
  if (stopping || nodes.some(({ state }) => state === 'failed')) return undefined
  return nodes.find(({ state }) => state === 'waiting')
}

/** The same update after something happened to one node; once it has ended, the others are left as they are. */
export function withNode<U extends Update>(update: U, id: number, news: Partial<UpdatedNode>): U {
  const nodes = update.nodes.map((node) => (node.id === id ? { ...node, ...news } : node))
  return left({ ...update, nodes })
}

export function left<U extends Update>(update: U): U {
  if (turnOf(update)) return update
  return { ...update, nodes: update.nodes.map((node) => (isOver(node) ? node : { ...node, state: 'left' })) }
}

/** A node as it stands when an update begins. */
export const waiting = ({ id, name, from }: PlannedNode): UpdatedNode => ({
  id,
  name,
  from,
  state: 'waiting',
  reason: '',
})

/**
 * Nodes with an older core than this panel, whose archive is the one that was confirmed here, or known to the node. One whose
 * clients would lose an entry waits for an operator.
 */
export const followers = (plan: readonly PlannedNode[], version: string, confirmed: readonly string[]) =>
  plan.filter(
    ({ state, from, known, sha256, losses }) =>
      state === 'ready' &&
      !losses.some(({ blocks }) => blocks) &&
      (known || confirmed.includes(sha256)) &&
      compareVersions(from, version) < 0,
  )
