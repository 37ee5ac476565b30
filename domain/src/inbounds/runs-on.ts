/** Where an inbound runs: on the core of the instance that asks, or on a node. */
type RunsOn = { kind: 'here' } | { kind: 'node'; node: number }

const here: RunsOn = { kind: 'here' }

/** The only place that knows how it is stored. */
export const runsOn = ({ nodeId }: { nodeId: number | null }): RunsOn =>
  nodeId === null ? here : { kind: 'node', node: nodeId }

export const runsHere = (inbound: { nodeId: number | null }): boolean => runsOn(inbound).kind === 'here'

/** Whether the core of this panel runs it. */
export const isLocal = <I extends { enable: boolean; nodeId: number | null }>(
  inbound: I | undefined,
): inbound is I => inbound?.enable === true && runsHere(inbound)

/** Whether both run on the same machine, and so share its addresses and ports. */
export function runTogether(a: { nodeId: number | null }, b: { nodeId: number | null }): boolean {
  const [x, y] = [runsOn(a), runsOn(b)]
  return x.kind === 'node' ? y.kind === 'node' && x.node === y.node : y.kind === 'here'
}
