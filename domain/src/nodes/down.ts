/** Whether clients can connect through a node, as far as it is known. */
interface NodeHealth {
  enable: boolean
  /** online, offline or unknown. */
  status: string
  /** What the node says about its core; blank if it does not say. */
  coreState: string
  /** When it last answered, in milliseconds. */
  lastAnswer: number
}

const isCoreDown = ({ status, coreState }: NodeHealth): boolean =>
  status === 'online' && coreState !== '' && coreState !== 'running'

/** A disabled node is not probed, so it does not count as down. */
export const isWell = (health: NodeHealth): boolean =>
  !health.enable || (health.status !== 'offline' && !isCoreDown(health))

/**
 * Since when nobody can connect. An answering node does not say since when its core is off: `seenAt` is when this was
 * first seen.
 */
export function downSince(health: NodeHealth, seenAt: number): number | undefined {
  if (isWell(health)) return undefined
  return isCoreDown(health) ? seenAt : Math.min(seenAt || health.lastAnswer, health.lastAnswer)
}
