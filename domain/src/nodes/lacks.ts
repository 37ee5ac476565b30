import type { Coded } from '#contract/coded.ts'
import { takesDeviceKeys } from '#contract/fleet-api.ts'
import { coded } from '#domain/refusal.ts'
import { kindsSet, type OwnKindLimits } from './own-kind-limits.ts'

type NodeVersion = { name: string; fleet: number }

/** Stands for the version of our own calls before a node has announced one. */
export const unknownKind = -1

/** What a node cannot do, by the calls that it understands (`fleet` of its status). */
export function lacksOf({ name, fleet }: NodeVersion): { of: 'limits' | 'keys'; why: Coded }[] {
  if (fleet === unknownKind || takesDeviceKeys(fleet)) return []
  if (fleet > 0) return [{ of: 'keys', why: coded('node.keys-after-update', { name }) }]
  return [
    { of: 'limits', why: coded('node.no-limits', { name }) },
    { of: 'keys', why: coded('node.no-keys', { name }) },
  ]
}

/** Which of these limits are not in force on these nodes, as sentences. */
export function notInForce(of: OwnKindLimits, nodes: readonly NodeVersion[]): Coded[] {
  const wants = kindsSet(of)
  return nodes.flatMap((node) => lacksOf(node).flatMap(({ of: part, why }) => (wants[part] ? [why] : [])))
}
